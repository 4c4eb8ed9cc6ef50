// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CSQLite

extension DatabaseError {
    /// What an SQLite result code means.
    ///
    /// - Parameters:
    ///   - code: The primary or extended result code.
    ///   - detail: SQLite's own words, which name tables and columns but no values.
    init(sqlite code: Int32, _ detail: String, database path: String) {
        let (kind, fix): (Code, String) =
            switch code & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "Try again, or end the program that holds it.")
            case SQLITE_CONSTRAINT: (.constraint, "This is a fault of the program, or the row is there already.")
            case SQLITE_FULL: (.full, "Make space on the disk, then try again.")
            case SQLITE_IOERR: (.inputOutput, "Check the disk, then try again.")
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: (.readOnly, "Check the permissions of the file.")
            case SQLITE_CANTOPEN: (.cannotOpen, "Check the path and the permissions of its directory.")
            case SQLITE_CORRUPT, SQLITE_NOTADB: (.damaged, "Restore the file, or name another one.")
            case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_TOOBIG:
                (.misuse, "This is a fault of the program.")
            default: (.other, "Try again.")
            }
        self.init(kind, "The database \(path) answers \(detail) (\(code))", fix: fix)
    }
}
