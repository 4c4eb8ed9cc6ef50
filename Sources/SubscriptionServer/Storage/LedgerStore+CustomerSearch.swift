// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

extension LedgerStore {
    /// A customer as one is written down.
    struct CustomerRow: Sendable, Hashable {
        var number: Int64
        var id: String { Self.prefix + String(number) }

        private static let prefix = "c"

        /// The number in a name that is written as the server writes its own.
        static func number(in name: String) -> Int64? {
            guard name.hasPrefix(prefix), let number = Int64(name.dropFirst()), name == prefix + String(number) else {
                return nil
            }
            return number
        }

        /// Whether a name could be taken for one of the server's own, now or later.
        static func looksLikeID(_ name: String) -> Bool {
            let digits = name.dropFirst()
            return name.hasPrefix(prefix) && !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
        }
    }

    /// Finds a customer by any name: the server's own, a developer's, an account token, a download or an original
    /// transaction, in this order.
    func customer(_ name: String, app: Int64) throws(DatabaseError) -> CustomerRow? {
        // Nobody may stand in for another, whatever name was given.
        if let number = CustomerRow.number(in: name), let row = try row(number, app: app) { return row }
        // All kinds at once: the name as it is, and as account tokens are written. A list of both would be sorted first.
        let token = CustomerKey(.appAccountToken, name)
        let named = try database.rows(
            """
            SELECT kind, value, customer FROM customer_keys WHERE app = $1 AND value = $2
            UNION ALL
            SELECT kind, value, customer FROM customer_keys WHERE app = $1 AND value = $3 AND $3 <> $2
            """,
            [.integer(app), .text(name), .text(token.value)])
        for key in [CustomerKey(.user, name), token, CustomerKey(.appTransaction, name)] {
            let row = named.first { $0[0].text == key.kind.rawValue && $0[1].text == key.value }
            // Names go over to who takes a customer over.
            guard let row, let number = row[2].integer else { continue }
            return CustomerRow(number: number)
        }
        let lines = try database.rows(
            "SELECT customer FROM lines WHERE app = $1 AND original = $2 AND customer IS NOT NULL ORDER BY environment",
            [.integer(app), .text(name)])
        guard let number = lines.first?[0].integer else { return nil }
        return try row(number, app: app)
    }

    /// The customers that a beginning of a name, or a transaction, points to.
    func search(_ text: String, app: Int64, limit: Int) throws(DatabaseError) -> [CustomerRow] {
        // The greatest character there is stands behind every name that begins like this.
        let names = try database.rows(
            """
            SELECT DISTINCT customer FROM customer_keys WHERE app = $1 AND value >= $2 AND value < $3
            ORDER BY customer LIMIT $4
            """, [.integer(app), .text(text), .text(text + "\u{10FFFF}"), .integer(Int64(limit))])
        let purchases = try database.rows(
            """
            SELECT DISTINCT customer FROM lines JOIN transactions ON transactions.line = lines.number
            WHERE app = $1 AND identifier = $2 AND customer IS NOT NULL LIMIT $3
            """, [.integer(app), .text(text), .integer(Int64(limit))])
        var found: [CustomerRow] = []
        if let exact = try customer(text, app: app) { found.append(exact) }
        for row in names + purchases {
            guard let number = row[0].integer, let customer = try self.row(number, app: app) else { continue }
            if !found.contains(customer) { found.append(customer) }
        }
        return Array(found.prefix(limit))
    }

    /// A customer, or whoever took that one over.
    private func row(_ number: Int64, app: Int64) throws(DatabaseError) -> CustomerRow? {
        let rows = try database.rows(
            "SELECT number, merged_into FROM customers WHERE number = $1 AND app = $2",
            [.integer(number), .integer(app)])
        guard let row = rows.first else { return nil }
        // Who was merged points to who stands at the end, so this comes back once.
        if let successor = row[1].integer { return try self.row(successor, app: app) }
        return CustomerRow(number: number)
    }

    /// When a customer was first heard of.
    func created(ofCustomer customer: Int64) throws(DatabaseError) -> StoreInstant {
        let rows = try database.rows("SELECT created FROM customers WHERE number = $1", [.integer(customer)])
        return rows.first?[0].instant ?? StoreInstant(milliseconds: 0)
    }

    /// What was done about a customer, oldest first.
    func history(ofCustomer customer: Int64) throws(DatabaseError) -> [TimelineEntry] {
        try database.rows(
            "SELECT date, action, detail FROM customer_history WHERE customer = $1 ORDER BY number",
            [.integer(customer)]
        ).map { row in
            TimelineEntry(
                date: row[0].instant ?? StoreInstant(milliseconds: 0), kind: row[1].text ?? "",
                detail: row[2].text.flatMap { $0.isEmpty ? nil : $0 })
        }
    }
}
