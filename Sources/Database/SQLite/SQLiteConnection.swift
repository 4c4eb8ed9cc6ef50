// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// A connection to a file of SQLite, which is kept in write-ahead mode.
final class SQLiteConnection: DatabaseConnection {
    let engine = Database.Engine.sqlite
    let name: String
    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// A statement that is ready.
    private struct Statement {
        let pointer: OpaquePointer
        /// Where its values go: SQLite numbers them by their first place in the text.
        let places: [Int32]
    }

    /// Opens a file, making it when it is not there.
    ///
    /// - Parameter patience: How many milliseconds to wait for somebody else who writes.
    init(path: String, durability: Database.Durability, patience: Int32) throws(DatabaseError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let detail = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "nothing"
            sqlite3_close_v2(handle)
            throw DatabaseError(sqlite: code, detail, database: path)
        }
        name = path
        self.handle = handle
        sqlite3_busy_timeout(handle, patience)
        // What is deleted is overwritten, for it may be what somebody wants forgotten.
        try runScript("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON")
        try runScript("PRAGMA synchronous = \(durability == .power ? "FULL" : "NORMAL")")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement.pointer) }
        sqlite3_close_v2(handle)
    }

    func run(
        _ sql: String, _ values: [DatabaseValue], _ body: (DatabaseRow) -> Void
    ) throws(DatabaseError) -> Int {
        let prepared = try prepared(sql)
        let statement = prepared.pointer
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        try bind(values, to: prepared)
        while true {
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                guard code == SQLITE_DONE else { throw failure(code) }
                return Int(sqlite3_changes64(handle))
            }
            body(DatabaseRow(values: (0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) }))
        }
    }

    func runScript(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code) }
    }

    func begin(_ purpose: TransactionPurpose) throws(DatabaseError) {
        _ = try run(purpose == .writing ? "BEGIN IMMEDIATE" : "BEGIN", []) { _ in }
    }

    func commit() throws(DatabaseError) {
        _ = try run("COMMIT", []) { _ in }
    }

    func rollBack() {
        // After some failures SQLite has rolled back by itself; then there is nothing to roll back.
        if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK", []) { _ in } }
    }

    /// One writes at a time, so whoever writes holds everything.
    func hold(_ locks: [DatabaseLock]) {}

    func holders(of lock: DatabaseLock) -> Set<String> { [] }

    func stepsTaken() throws(DatabaseError) -> Int {
        var taken: Int64 = 0
        _ = try run("PRAGMA user_version", []) { taken = $0[0].integer ?? 0 }
        return Int(taken)
    }

    func noteSteps(_ count: Int) throws(DatabaseError) {
        // A pragma takes no bound values; this one is a number of ours.
        try runScript("PRAGMA user_version = \(count)")
    }

    // MARK: - Statements

    private func prepared(_ sql: String) throws(DatabaseError) -> Statement {
        if let statement = statements[sql] { return statement }
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw failure(code) }
        let count = sqlite3_bind_parameter_count(pointer)
        let places = (0..<count).map { sqlite3_bind_parameter_index(pointer, "$\($0 + 1)") }
        let statement = Statement(pointer: pointer, places: places)
        statements[sql] = statement
        return statement
    }

    private func bind(_ values: [DatabaseValue], to prepared: Statement) throws(DatabaseError) {
        guard prepared.places.count == values.count else {
            throw DatabaseError(
                .misuse, "A statement takes \(prepared.places.count) values and was given \(values.count)",
                fix: "This is a fault of the program.")
        }
        let statement = prepared.pointer
        for (index, value) in zip(prepared.places, values) {
            let code =
                switch value {
                case .null: sqlite3_bind_null(statement, index)
                case .integer(let number): sqlite3_bind_int64(statement, index, number)
                case .real(let number): sqlite3_bind_double(statement, index, number)
                case .text(let text):
                    openstorekit_sqlite_bind_text(statement, index, text, Int32(clamping: text.utf8.count))
                case .blob(let bytes):
                    openstorekit_sqlite_bind_blob(statement, index, bytes, Int32(clamping: bytes.count))
                }
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    private static func value(_ statement: OpaquePointer, _ column: Int32) -> DatabaseValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let count = Int(sqlite3_column_bytes(statement, column))
            let bytes = UnsafeBufferPointer(start: sqlite3_column_text(statement, column), count: count)
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
        default: return .null
        }
    }

    private func failure(_ code: Int32) -> DatabaseError {
        DatabaseError(sqlite: code, String(cString: sqlite3_errmsg(handle)), database: name)
    }
}
