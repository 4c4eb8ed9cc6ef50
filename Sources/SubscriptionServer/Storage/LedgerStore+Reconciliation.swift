// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

extension LedgerStore {
    /// When the newest notification of an app in an environment was signed.
    func lastSigned(app bundleID: String, environment: String) throws(DatabaseError) -> StoreInstant? {
        try database.rows(
            """
            SELECT signed FROM notifications
            WHERE app + 0 = (SELECT number FROM apps WHERE bundle_id = $1) AND environment = $2
            ORDER BY signed DESC LIMIT 1
            """, [.text(bundleID), .text(environment)]
        ).first?[0].instant
    }

    /// Lines after a number, in order, each with what decides its standing.
    func lines(
        app bundleID: String, environment: String, after number: Int64, limit: Int
    ) throws(DatabaseError) -> [(number: Int64, line: PurchaseLine)] {
        let rows = try database.rows(
            """
            SELECT number, original FROM lines
            WHERE number > $3 AND app = (SELECT number FROM apps WHERE bundle_id = $1) AND environment = $2
            ORDER BY number LIMIT $4
            """, [.text(bundleID), .text(environment), .integer(number), .integer(Int64(limit))])
        var lines: [(number: Int64, line: PurchaseLine)] = []
        for row in rows {
            let id = PurchaseLine.ID(environment: environment, originalTransactionID: row[1].text ?? "")
            guard let line = try line(id, app: bundleID) else { continue }
            lines.append((row[0].integer ?? 0, line))
        }
        return lines
    }
}
