// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation

extension LedgerStore {
    /// What came of a wish to spend.
    enum Spending: Sendable, Hashable {
        /// It is spent; what is left.
        case spent(balance: Int64)
        /// It was spent before under the same key; what is left now.
        case repeated(balance: Int64)
        /// There is not enough.
        case refused(balance: Int64)
        /// The key stands for something else that was spent.
        case otherSpendOfThatKey
    }

    /// What a customer has bought and not used up, by currency.
    ///
    /// Bought is what consumables are worth, less the part that was paid back, so a refund can make a balance negative.
    func balances(
        ofCustomer customer: Int64, app: Int64, environment: String
    ) throws(DatabaseError) -> [String: Int64] {
        guard let credits = try entitlementMap(app: app)?.map.credits, !credits.isEmpty else { return [:] }
        var balances = Dictionary(credits.values.map { ($0.currency, Int64(0)) }) { first, _ in first }
        for payload in try transactions(ofCustomer: customer, environment: environment) {
            guard payload.type == .consumable, let product = payload.productId, let credit = credits[product]
            else { continue }
            balances[credit.currency, default: 0] += credit.worth(of: payload)
        }
        let spent = try database.rows(
            "SELECT currency, sum(amount) FROM spends WHERE customer = $1 AND environment = $2 GROUP BY currency",
            [.integer(customer), .text(environment)])
        for row in spent { balances[row[0].text ?? "", default: 0] -= row[1].integer ?? 0 }
        return balances
    }

    /// Takes something off a balance, once for each key.
    func spend(
        _ amount: Int64, of currency: String, key: String, customer: Int64, app: Int64, environment: String,
        at date: StoreInstant
    ) throws(DatabaseError) -> Spending {
        let balance = try balances(ofCustomer: customer, app: app, environment: environment)[currency] ?? 0
        let known = try database.rows(
            "SELECT currency, amount FROM spends WHERE customer = $1 AND environment = $2 AND key = $3",
            [.integer(customer), .text(environment), .text(key)])
        if let row = known.first {
            let isSame = row[0].text == currency && row[1].integer == amount
            return isSame ? .repeated(balance: balance) : .otherSpendOfThatKey
        }
        guard balance >= amount else { return .refused(balance: balance) }
        try database.run(
            """
            INSERT INTO spends (customer, environment, currency, amount, key, date) VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                .integer(customer), .text(environment), .text(currency), .integer(amount), .text(key),
                .integer(date.milliseconds),
            ])
        return .spent(balance: balance - amount)
    }

    /// The transactions of a customer in their newest version, oldest first.
    func transactions(
        ofCustomer customer: Int64, environment: String
    ) throws(DatabaseError) -> [JWSTransactionDecodedPayload] {
        try database.rows(
            """
            SELECT payload FROM transactions JOIN lines ON lines.number = transactions.line
            WHERE lines.customer = $1 AND lines.environment = $2 ORDER BY purchased, identifier_number, identifier
            """, [.integer(customer), .text(environment)]
        ).compactMap { row in
            let fact: Fact<JWSTransactionDecodedPayload>? = fact(row[0].blob)
            return fact?.payload
        }
    }
}
