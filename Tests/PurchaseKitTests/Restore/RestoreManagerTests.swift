// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct RestoreManagerTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    @Test("Nothing to restore is an answer")
    func nothing() async throws {
        try await app.bought(Shop.coins)
        let restore = RestoreManager(manager: app.manager, checker: app.checker)
        #expect(try await restore.restorePurchases() == .nothingToRestore)
    }

    @Test("What the customer owns is found by product, and handed out on a device that has nothing")
    func reinstalled() async throws {
        let workshop = try await app.bought(Shop.workshop)
        let plan = try await app.bought(Shop.family)
        try await app.bought(Shop.season)
        try await app.bought(Shop.coins)

        // A new device: no record of deliveries, no content.
        let book = DeliveryBook()
        let manager = PurchaseManager(deliveries: MemoryDataStore(), retries: .none, deliver: book.deliver)
        let restore = RestoreManager(manager: manager, checker: app.checker)
        guard case .restored(let result) = try await restore.restorePurchases() else {
            Issue.record("nothing was found")
            return
        }
        #expect(result.products.map(\.productID) == [Shop.family, Shop.season, Shop.workshop])
        #expect(result.restoredProducts == [Shop.season, Shop.workshop])
        #expect(result.activeSubscriptions == [Shop.family])
        #expect(result.products.first?.expirationDate == plan.expirationDate)
        #expect(result.products.last?.transactionIDs == [workshop.id])
        #expect(Set(book.products) == [Shop.workshop, Shop.family, Shop.season])
        #expect(book.lines.map(\.mayBeRepeat) == [true, true, true])
    }

    @Test("A subscription in a grace period is restored, until the grace period ends")
    func grace() async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        let plan = try await app.bought(Shop.family)
        session.advance(to: try #require(plan.expirationDate))
        let restore = RestoreManager(manager: app.manager, checker: app.checker)
        guard case .restored(let result) = try await restore.restorePurchases() else {
            Issue.record("nothing was found")
            return
        }
        #expect(result.activeSubscriptions == [Shop.family])
        let end = try #require(result.products.first?.expirationDate)
        #expect(end > session.now)
    }

    @Test("A customer who does not sign in has cancelled, and a store out of reach is an error")
    func failures() async throws {
        let cancelled = RestoreManager(manager: app.manager, sync: { throw StoreKitError.userCancelled })
        #expect(try await cancelled.restorePurchases() == .cancelled)
        let unreachable = RestoreManager(
            manager: app.manager, sync: { throw StoreKitError.networkError(URLError(.timedOut)) })
        await #expect(throws: StoreKitError.self) { try await unreachable.restorePurchases() }
    }

    @Test("What cannot be handed out is named, and not lost")
    func undelivered() async throws {
        try await app.bought(Shop.workshop)
        let book = DeliveryBook()
        book.failNext(1)
        let manager = PurchaseManager(deliveries: MemoryDataStore(), retries: .none, deliver: book.deliver)
        let restore = RestoreManager(manager: manager, checker: app.checker)
        guard case .restored(let first) = try await restore.restorePurchases() else {
            Issue.record("nothing was found")
            return
        }
        #expect(first.undeliveredProductIDs == [Shop.workshop])
        guard case .restored(let second) = try await restore.restorePurchases() else {
            Issue.record("nothing was found")
            return
        }
        #expect(second.undeliveredProductIDs.isEmpty)
        #expect(book.products == [Shop.workshop])
    }
}
