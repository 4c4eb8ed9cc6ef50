// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation

extension LedgerStore {
    /// The policy of an app that is in force; `nil` when there is none.
    func refundPolicy(
        app: Int64
    ) throws(DatabaseError) -> (version: Int64, date: StoreInstant, policy: RefundPolicy)? {
        let rows = try database.rows(
            "SELECT version, date, document FROM refund_policies WHERE app = $1 ORDER BY version DESC LIMIT 1",
            [.integer(app)])
        guard let row = rows.first, let version = row[0].integer, let document = row[2].text,
            let policy = try? WireJSON.decode(RefundPolicy.self, from: Data(document.utf8))
        else { return nil }
        return (version, row[1].instant ?? StoreInstant(milliseconds: 0), policy)
    }

    /// Puts a new version of the policy into force; decisions name the version that made them.
    func put(_ policy: RefundPolicy, app: Int64, at date: StoreInstant) throws(DatabaseError) -> Int64 {
        let version = (try refundPolicy(app: app)?.version ?? 0) + 1
        let document = (try? WireJSON.encode(policy)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        try database.run(
            "INSERT INTO refund_policies (app, version, date, document) VALUES ($1, $2, $3, $4)",
            [.integer(app), .integer(version), .integer(date.milliseconds), .text(document)])
        try reconsiderRefunds(app: app, at: date)
        return version
    }

    /// Whether a customer agreed that the use of purchases is told; `nil` when nobody recorded that.
    func refundConsent(ofCustomer customer: Int64) throws(DatabaseError) -> Bool? {
        try database.rows("SELECT is_given FROM refund_consents WHERE customer = $1", [.integer(customer)])
            .first?[0].integer.map { $0 == 1 }
    }

    /// Records whether a customer agrees.
    func put(
        refundConsent isGiven: Bool, ofCustomer customer: Int64, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO refund_consents (customer, is_given, date) VALUES ($1, $2, $3)
            ON CONFLICT (customer) DO UPDATE SET is_given = $2, date = $3
            """, [.integer(customer), isGiven ? 1 : 0, .integer(date.milliseconds)])
        try note(
            isGiven ? "consumption consent given" : "consumption consent withdrawn", "", customer: customer, at: date)
        try reconsiderRefunds(app: app, at: date)
    }

    /// What a decision about a request depends on.
    func circumstances(
        of request: RefundRequest, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) -> RefundCircumstances {
        let purchase = request.transaction
        var circumstances = RefundCircumstances(
            product: purchase?.productId, type: purchase?.type, reason: request.reason,
            age: purchase?.purchaseDate.map { max(0, date - StoreInstant($0)) } ?? 0, consumed: nil, refunds: 0)
        guard let purchase else { return circumstances }
        if let begin = purchase.purchaseDate.map({ StoreInstant($0) }),
            let end = purchase.expiresDate.map({ StoreInstant($0) }), end > begin
        {
            circumstances.consumed = Int32((min(max(date, begin), end) - begin) * 100_000 / (end - begin))
        }
        guard let customer = request.customer else { return circumstances }
        let others = try transactions(ofCustomer: customer, environment: request.environment)
            .filter { $0.transactionId != request.transactionID }
        circumstances.refunds = others.count { $0.revocationDate != nil && $0.inAppOwnershipType != .familyShared }
        if purchase.type == .consumable,
            let credit = try entitlementMap(app: app)?.map.credits[purchase.productId ?? ""]
        {
            let left =
                try balances(ofCustomer: customer, app: app, environment: request.environment)[credit.currency] ?? 0
            circumstances.consumed = try consumed(purchase, others, credit.currency, left: left, app: app)
        }
        return circumstances
    }

    /// What was bought first is used up first, so what is left belongs to the purchases made last.
    private func consumed(
        _ purchase: JWSTransactionDecodedPayload, _ others: [JWSTransactionDecodedPayload], _ currency: String,
        left: Int64, app: Int64
    ) throws(DatabaseError) -> Int32? {
        let credits = try entitlementMap(app: app)?.map.credits ?? [:]
        func worth(_ payload: JWSTransactionDecodedPayload) -> Int64 {
            guard payload.type == .consumable, let credit = credits[payload.productId ?? ""],
                credit.currency == currency
            else { return 0 }
            return credit.worth(of: payload)
        }
        let own = worth(purchase)
        guard own > 0 else { return nil }
        let newer = others.filter { ($0.purchaseDate ?? .distantPast) > (purchase.purchaseDate ?? .distantPast) }
        let unused = min(max(left - newer.reduce(0) { $0 + worth($1) }, 0), own)
        return Int32(Double(own - unused) / Double(own) * 100_000)
    }
}
