// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

/// An app that ships the kit, with everything it keeps on disk.
struct TestApp {
    let session: SKTestSession
    let book = DeliveryBook()
    let deliveries = MemoryDataStore()
    let manager: PurchaseManager
    let products: ProductService
    let checker: SubscriptionStatusChecker

    init(_ session: SKTestSession, policy: AccessPolicy = .standard) {
        self.session = session
        manager = PurchaseManager(
            deliveries: deliveries, retries: .none, now: { session.now }, deliver: book.deliver)
        products = ProductService(productIDs: Shop.all, backoff: .none)
        checker = SubscriptionStatusChecker(
            products: products, policy: policy, secondLook: .none, now: { session.now })
    }

    /// What the process that is started after this one has in its place.
    func relaunched(buy: PurchaseManager.Buy? = nil) -> PurchaseManager {
        guard let buy else {
            return PurchaseManager(
                deliveries: deliveries, retries: .none, now: { [session] in session.now }, deliver: book.deliver)
        }
        return PurchaseManager(
            deliveries: deliveries, retries: .none, now: { [session] in session.now }, buy: buy, deliver: book.deliver)
    }

    @discardableResult
    func buy(_ productID: String, options: PurchaseOptions = PurchaseOptions()) async throws -> PurchaseOutcome {
        try await manager.purchase(try await Shop.product(productID), options: options)
    }

    /// Buys, and requires that it was delivered.
    @discardableResult
    func bought(_ productID: String) async throws -> StoreKit.Transaction {
        let outcome = try await buy(productID)
        guard case .delivered(let purchase) = outcome else { throw NotDelivered(outcome: outcome) }
        return purchase.transaction
    }

    func service(
        entitlements: EntitlementMap = [:], offline: OfflineCapabilityManager? = nil, language: Language = .english
    ) async -> SubscriptionService {
        await SubscriptionService(
            SubscriptionServiceParts(
                products: products, manager: manager, entitlements: entitlements, checker: checker, offline: offline,
                errors: PurchaseErrorHandler(language: language), now: { [session] in session.now }))
    }
}

struct NotDelivered: Error {
    let outcome: PurchaseOutcome
}

extension AsyncStream<PurchaseEvent> {
    /// Waits until a transaction of a product has been dealt with.
    @discardableResult
    func taken(_ productID: String) async -> TakenTransaction? {
        for await case .taken(let taken) in self where taken.transaction.productID == productID { return taken }
        return nil
    }
}
