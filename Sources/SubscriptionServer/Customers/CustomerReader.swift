// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

/// Makes what the API shows of customers from what the ledger holds, for one app and one environment.
struct CustomerReader {
    let store: LedgerStore
    let bundleID: String
    let app: Int64
    let environment: String

    init(_ store: LedgerStore, app bundleID: String, environment: String) throws(DatabaseError) {
        self.store = store
        self.bundleID = bundleID
        self.environment = environment
        app = try store.knownApp(bundleID) ?? 0
    }

    /// The lines in this environment.
    func lines(of customer: Int64) throws(DatabaseError) -> [PurchaseLine] {
        try store.lines(ofCustomer: customer).filter { $0.id.environment == environment }
    }

    func entitlements(of customer: Int64, now: StoreInstant) throws(DatabaseError) -> [Entitlement] {
        Entitlement.entitlements(
            of: try store.holdings(ofCustomer: customer, environment: environment),
            grants: try store.grants(ofCustomer: customer, environment: environment),
            map: try store.entitlementMap(app: app)?.map, at: now)
    }

    func subscriptions(of customer: Int64, now: StoreInstant) throws(DatabaseError) -> [SubscriptionView] {
        try lines(of: customer).compactMap { SubscriptionView($0, at: now) }
    }

    func balances(of customer: Int64) throws(DatabaseError) -> [String: Int64] {
        try store.balances(ofCustomer: customer, app: app, environment: environment)
    }

    func view(of row: LedgerStore.CustomerRow, now: StoreInstant) throws(DatabaseError) -> CustomerView {
        CustomerView(
            id: row.id, app: bundleID, environment: environment, created: try store.created(ofCustomer: row.number),
            keys: try store.keys(ofCustomer: row.number).map { .init(kind: $0.kind.rawValue, value: $0.value) },
            entitlements: try entitlements(of: row.number, now: now),
            subscriptions: try subscriptions(of: row.number, now: now),
            grants: try store.grants(ofCustomer: row.number, environment: environment).map(GrantView.init),
            consumptionConsent: try store.refundConsent(ofCustomer: row.number))
    }

    /// What happened, by the date it happened, with what was done about the customer.
    func timeline(of customer: Int64) throws(DatabaseError) -> [TimelineEntry] {
        let events = try store.events(ofCustomer: customer, after: 0, limit: 10_000)
            .filter { $0.event.environment == environment }
            .map { recorded in
                TimelineEntry(
                    date: recorded.event.date, kind: recorded.event.kind.rawValue,
                    detail: recorded.event.previousProductID.map { "from \($0)" },
                    transactionId: recorded.event.transactionID, productId: recorded.event.productID,
                    environment: recorded.event.environment)
            }
        // The sort is stable: what happened at one moment stays in the order it was learnt of.
        return (events + (try store.history(ofCustomer: customer))).sorted { $0.date < $1.date }
    }
}
