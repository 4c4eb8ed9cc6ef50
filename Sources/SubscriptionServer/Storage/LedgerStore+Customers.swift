// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

extension LedgerStore {
    /// Makes a customer of whom nothing is known.
    func makeCustomer(app: Int64, at date: StoreInstant) throws(DatabaseError) -> Int64 {
        let rows = try database.rows(
            "INSERT INTO customers (app, created) VALUES ($1, $2) RETURNING number",
            [.integer(app), .integer(date.milliseconds)])
        return rows.first?[0].integer ?? 0
    }

    /// The customer that goes by a name.
    func customer(app: Int64, with key: CustomerKey) throws(DatabaseError) -> Int64? {
        try database.rows(
            "SELECT customer FROM customer_keys WHERE app = $1 AND kind = $2 AND value = $3",
            [.integer(app), .text(key.kind.rawValue), .text(key.value)]
        ).first?[0].integer
    }

    /// Lets a customer go by a name, whoever did before.
    func give(
        _ key: CustomerKey, to customer: Int64, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO customer_keys (app, kind, value, customer) VALUES ($1, $2, $3, $4)
            ON CONFLICT (app, kind, value) DO UPDATE SET customer = $4
            """, [.integer(app), .text(key.kind.rawValue), .text(key.value), .integer(customer)])
        try note("goes by \(key.kind.rawValue)", key.value, customer: customer, at: date)
    }

    /// The names a customer goes by.
    func keys(ofCustomer customer: Int64) throws(DatabaseError) -> [CustomerKey] {
        try database.rows(
            "SELECT kind, value FROM customer_keys WHERE customer = $1 ORDER BY kind, value", [.integer(customer)]
        ).map { CustomerKey(.init(rawValue: $0[0].text ?? ""), $0[1].text ?? "") }
    }

    /// Whether no developer gave the customer a name, so that it may turn out to be somebody else.
    func isAnonymous(_ customer: Int64) throws(DatabaseError) -> Bool {
        // Who gives the customer a name at this moment does so first.
        if !isAlone { try database.hold([DatabaseLock("customer/\(customer)")]) }
        guard try isLive(customer) else { return false }
        return try database.rows(
            "SELECT 1 FROM customer_keys WHERE customer = $1 AND kind <> $2 LIMIT 1",
            [.integer(customer), .text(CustomerKey.Kind.appTransaction.rawValue)]
        ).isEmpty
    }

    /// Whether a customer was not merged into another.
    func isLive(_ customer: Int64) throws(DatabaseError) -> Bool {
        try !database.rows(
            "SELECT 1 FROM customers WHERE number = $1 AND merged_into IS NULL", [.integer(customer)]
        ).isEmpty
    }

    /// Lets one customer take over everything of another, which from then on stands for the first.
    func merge(_ former: Int64, into customer: Int64, at date: StoreInstant) throws(DatabaseError) {
        try needEverything()
        let both: [DatabaseValue] = [.integer(former), .integer(customer)]
        for statement in [
            "UPDATE customer_keys SET customer = $2 WHERE customer = $1",
            "UPDATE lines SET customer = $2 WHERE customer = $1",
            "UPDATE grants SET customer = $2 WHERE customer = $1",
            // The same key at both stood for two things; the server's own name tells them apart from then on.
            """
            UPDATE spends SET customer = $2, key = 'c' || customer || ':' || key
            WHERE customer = $1
                AND EXISTS (
                    SELECT 1 FROM spends AS other
                    WHERE other.customer = $2 AND other.environment = spends.environment AND other.key = spends.key)
            """,
            "UPDATE spends SET customer = $2 WHERE customer = $1",
            // Who withdrew a consent under either name has withdrawn it.
            """
            INSERT INTO refund_consents (customer, is_given, date)
            SELECT customers.number, is_given, date FROM refund_consents JOIN customers ON customers.number = $2
            WHERE customer = $1
            ON CONFLICT (customer) DO UPDATE SET is_given = refund_consents.is_given * excluded.is_given
            """,
            "UPDATE customers SET merged_into = $2 WHERE merged_into = $1",
            "UPDATE customers SET merged_into = $2 WHERE number = $1",
        ] {
            try database.run(statement, both)
        }
        try note("merged into c\(customer)", "", customer: former, at: date)
        try note("took over c\(former)", "", customer: customer, at: date)
    }

    /// Writes down what was done about a customer.
    func note(
        _ action: String, _ detail: String, customer: Int64, at date: StoreInstant
    ) throws(DatabaseError) {
        try database.run(
            "INSERT INTO customer_history (customer, date, action, detail) VALUES ($1, $2, $3, $4)",
            [.integer(customer), .integer(date.milliseconds), .text(action), .text(detail)])
    }
}
