// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Database

extension LedgerStore {
    /// What decides the standing of a line: its latest transaction and its renewal info; `nil` when it is not known.
    package func line(_ id: PurchaseLine.ID, app bundleID: String) throws(DatabaseError) -> PurchaseLine? {
        let rows = try database.rows(
            """
            SELECT number, renewal_info FROM lines
            WHERE app = (SELECT number FROM apps WHERE bundle_id = $1) AND environment = $2 AND original = $3
            """,
            [.text(bundleID), .text(id.environment), .text(id.originalTransactionID)])
        guard let row = rows.first else { return nil }
        return try line(id, number: row[0], renewalInfo: row[1].blob)
    }

    /// Whose a line is.
    func owner(of id: PurchaseLine.ID, app: Int64) throws(DatabaseError) -> Int64? {
        try database.rows(
            "SELECT customer FROM lines WHERE app = $1 AND environment = $2 AND original = $3",
            [.integer(app), .text(id.environment), .text(id.originalTransactionID)]
        ).first?[0].integer
    }

    /// The lines of a customer, each with what decides its standing.
    func lines(ofCustomer customer: Int64) throws(DatabaseError) -> [PurchaseLine] {
        let rows = try database.rows(
            "SELECT number, renewal_info, environment, original FROM lines WHERE customer = $1 ORDER BY number",
            [.integer(customer)])
        var lines: [PurchaseLine] = []
        for row in rows {
            let id = PurchaseLine.ID(environment: row[2].text ?? "", originalTransactionID: row[3].text ?? "")
            lines.append(try line(id, number: row[0], renewalInfo: row[1].blob))
        }
        return lines
    }

    private func line(
        _ id: PurchaseLine.ID, number: DatabaseValue, renewalInfo: [UInt8]?
    ) throws(DatabaseError) -> PurchaseLine {
        var line = PurchaseLine(id)
        if let renewalInfo: Fact<JWSRenewalInfoDecodedPayload> = fact(renewalInfo) { line.join(renewalInfo) }
        let latest = try database.rows(
            """
            SELECT payload FROM transactions WHERE line = $1
            ORDER BY is_upgraded, purchased DESC, identifier_number DESC, identifier DESC LIMIT 1
            """, [number])
        if let transaction: Fact<JWSTransactionDecodedPayload> = fact(latest.first?[0].blob) { line.join(transaction) }
        return line
    }
}
