// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreEngine
import StoreHost
import StoreKit
import Testing

@testable import StoreKitTest

@MainActor @Suite(.isolatedStore, .timeLimit(.minutes(1))) struct PurchaseIntentTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    private func choose(_ productID: String) throws {
        try session.host.perform(
            .chooseInAppStore(.init(account: session.account, productID: productID), isStreamlined: false))
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
