// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@MainActor @Suite(.isolatedStore, .timeLimit(.minutes(1))) struct PurchaseIntentTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    private func choose(_ productID: String) throws {
        try session.chooseInAppStore(productIdentifier: productID)
    }

    /// A service that knows of so many wishes.
    private func service(awaiting count: Int) async -> SubscriptionService {
        let service = await app.service()
        let snapshots = service.snapshots()
        await service.start()
        for await snapshot in snapshots where snapshot.purchaseIntents.count == count { break }
        return service
    }

    @Test("What was chosen in the App Store before the launch waits for a view, which buys it")
    func buying() async throws {
        try choose(Shop.workshop)
        let service = await service(awaiting: 1)
        let intent = try #require(service.purchaseIntents.first)
        #expect(intent.product.id == Shop.workshop)
        #expect(app.book.lines.isEmpty)
        await service.refresh()
        #expect(service.purchaseIntents == [intent])
        guard case .delivered? = await service.fulfil(intent) else {
            Issue.record("it was not bought")
            return
        }
        #expect(service.purchaseIntents.isEmpty)
        #expect(app.book.products == [Shop.workshop])
        await service.stop()
    }

    @Test("A win-back offer that was chosen with it is what the app asks for when it buys")
    func winningBack() async throws {
        try await app.bought(Shop.monthly)
        try session.expireSubscription(productIdentifier: Shop.monthly)
        let offer = try #require(try await Shop.product(Shop.monthly).subscription?.winBackOffers.first)
        try session.chooseInAppStore(productIdentifier: Shop.monthly, offer: offer)
        let service = await service(awaiting: 1)
        let intent = try #require(service.purchaseIntents.first)
        #expect(intent.offer?.id == offer.id)
        guard case .delivered(let purchase)? = await service.fulfil(intent) else {
            Issue.record("it was not bought")
            return
        }
        #expect(purchase.transaction.offer?.type == .winBack)
        #expect(purchase.transaction.offer?.id == offer.id)
        #expect(purchase.transaction.price == Decimal(string: "14.99"))
        #expect(service.purchaseIntents.isEmpty)
        await service.stop()
    }

    @Test("What is dismissed is not bought, and the rest waits on")
    func dismissing() async throws {
        try choose(Shop.coins)
        try choose(Shop.workshop)
        let service = await service(awaiting: 2)
        #expect(service.purchaseIntents.map(\.product.id) == [Shop.coins, Shop.workshop])
        service.dismiss(try #require(service.purchaseIntents.first))
        #expect(service.purchaseIntents.map(\.product.id) == [Shop.workshop])
        await service.refresh()
        #expect(service.purchaseIntents.map(\.product.id) == [Shop.workshop])
        #expect(app.book.lines.isEmpty)
        await service.stop()
    }

    @Test("A purchase that failed waits on, one that the customer cancelled does not")
    func failing() async throws {
        try choose(Shop.coins)
        let service = await service(awaiting: 1)
        let intent = try #require(service.purchaseIntents.first)
        try await session.setSimulatedError(.purchase(.purchaseNotAllowed), forAPI: .purchase)
        #expect(await service.fulfil(intent) == nil)
        #expect(service.purchaseIntents == [intent])
        #expect(service.lastError?.kind == .notAuthorized)
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
        guard case .cancelled? = await service.fulfil(intent) else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(service.purchaseIntents.isEmpty)
        await service.stop()
    }
}
