// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

extension LedgerStore {
    /// Which of these transactions were asked about before; asked about all at once, so not of too many.
    func backfilled(among identifiers: [String]) throws(DatabaseError) -> Set<String> {
        let places = identifiers.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        let rows = try database.rows(
            "SELECT identifier FROM backfilled WHERE claimed IS NULL AND identifier IN (\(places))",
            identifiers.map(DatabaseValue.text))
        return Set(rows.compactMap { $0[0].text })
    }

    /// Takes a transaction to ask about; returns whether nobody has asked about it or is about to.
    ///
    /// - Parameter end: From when on another may take it, if nobody says what came of it.
    func claimBackfill(
        _ identifier: String, until end: StoreInstant, at date: StoreInstant
    ) throws(DatabaseError) -> Bool {
        try database.run(
            """
            INSERT INTO backfilled (identifier, claimed) VALUES ($1, $2)
            ON CONFLICT (identifier) DO UPDATE SET claimed = $2 WHERE backfilled.claimed <= $3
            """, [.text(identifier), .integer(end.milliseconds), .integer(date.milliseconds)]) == 1
    }

    /// Writes down that a transaction was asked about.
    func noteBackfilled(_ identifier: String) throws(DatabaseError) {
        try database.run("UPDATE backfilled SET claimed = NULL WHERE identifier = $1", [.text(identifier)])
    }

    /// Gives back a transaction about which nothing was learnt, unless somebody else has taken it since.
    func releaseBackfill(_ identifier: String, claimedUntil end: StoreInstant) throws(DatabaseError) {
        try database.run(
            "DELETE FROM backfilled WHERE identifier = $1 AND claimed = $2",
            [.text(identifier), .integer(end.milliseconds)])
    }
}
