// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database

extension LedgerStore {
    /// Which of these transactions were asked about before.
    func backfilled(_ identifiers: [String]) throws(DatabaseError) -> Set<String> {
        var found: Set<String> = []
        for identifier in identifiers {
            let rows = try database.rows("SELECT 1 FROM backfilled WHERE identifier = $1", [.text(identifier)])
            if !rows.isEmpty { found.insert(identifier) }
        }
        return found
    }

    /// Writes down that a transaction was asked about.
    func noteBackfilled(_ identifier: String) throws(DatabaseError) {
        try database.run("INSERT INTO backfilled (identifier) VALUES ($1) ON CONFLICT DO NOTHING", [.text(identifier)])
    }
}
