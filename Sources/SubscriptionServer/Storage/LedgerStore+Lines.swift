// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Database

extension LedgerStore {
    /// What decides the standing of a line: its latest transaction and its renewal info; `nil` when it is not known.
    package func line(_ id: PurchaseLine.ID, app bundleID: String) throws(DatabaseError) -> PurchaseLine? {
        let rows = try database.rows(
            """
            SELECT \(Self.lineSelection) FROM lines
            WHERE app = (SELECT number FROM apps WHERE bundle_id = $1) AND environment = $2 AND original = $3
            """,
            [.text(bundleID), .text(id.environment), .text(id.originalTransactionID)])
        guard let row = rows.first else { return nil }
        return line(id, row)
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
        try database.rows(Self.linesOfCustomer, [.integer(customer)]).map { row in
            line(PurchaseLine.ID(environment: row[2].text ?? "", originalTransactionID: row[3].text ?? ""), row)
        }
    }

    /// The same as far as it decides what the customer has access to, in one environment.
    func holdings(ofCustomer customer: Int64, environment: String) throws(DatabaseError) -> [Holding] {
        var holdings: [Holding] = []
        try database.forEachRow(Self.linesOfCustomer, [.integer(customer)]) { row in
            guard row[2].text == environment else { return }
            holdings.append(
                Holding(
                    latest: row[1].blob.flatMap { try? WireJSON.decode(Holding.transactionFields, from: $0) },
                    renewalInfo: row[0].blob.flatMap { try? WireJSON.decode(Holding.renewalInfoFields, from: $0) }))
        }
        return holdings
    }

    /// Of a line its renewal info and its latest transaction.
    private static let lineSelection = """
        renewal_info, (
            SELECT payload FROM transactions WHERE line = lines.number
            ORDER BY is_upgraded, purchased DESC, identifier_number DESC, identifier DESC LIMIT 1)
        """

    private static let linesOfCustomer =
        "SELECT \(lineSelection), environment, original FROM lines WHERE customer = $1 ORDER BY number"

    private func line(_ id: PurchaseLine.ID, _ row: DatabaseRow) -> PurchaseLine {
        var line = PurchaseLine(id)
        if let renewalInfo: Fact<JWSRenewalInfoDecodedPayload> = fact(row[0].blob) { line.join(renewalInfo) }
        if let transaction: Fact<JWSTransactionDecodedPayload> = fact(row[1].blob) { line.join(transaction) }
        return line
    }
}
