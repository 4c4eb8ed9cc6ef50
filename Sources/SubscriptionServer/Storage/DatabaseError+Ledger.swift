// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

extension DatabaseError {
    /// What anybody may be told: where the database is, who uses it and what it says are for the log alone.
    var told: (message: String, fix: String) {
        switch code {
        case .unstorable: ("Something in it cannot be kept", fix)
        case .busy: ("The ledger is busy", "Try again.")
        default: ("The ledger cannot be used at the moment", "Try again later; the server's log says why.")
        }
    }
}

extension DatabaseError.Code {
    /// Another program wrote what is there.
    static let foreign = Self(rawValue: "foreign")
    /// A transaction that named what it works on turned out to need more; nobody but ``LedgerWriter`` sees this.
    static let needsEverything = Self(rawValue: "needsEverything")
}
