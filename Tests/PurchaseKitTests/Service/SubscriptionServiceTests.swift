// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@MainActor @Suite(.isolatedStore, .timeLimit(.minutes(1))) struct SubscriptionServiceTests {
    static let map = EntitlementMap(["plus": .init(products: [Shop.workshop], groups: [Shop.group])])

    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    @Test("One snapshot holds products, rights, standing and what waits, and they agree")
    func snapshot() async throws {
        let service = await app.service(entitlements: Self.map)
        #expect(service.snapshot.knowledge == .unknown)
        await service.start()
        #expect(service.products.count == Shop.all.count)
        #expect(service.products.first?.id == Shop.coins)
        #expect(service.snapshot.knowledge == .current)
        #expect(service.subscriptionStatus?.state == SubscriptionService.SubscriptionStatus.State.none)
        #expect(!service.snapshot.isEntitled(to: "plus"))
        let monthly = try #require(service.products.first { $0.id == Shop.monthly })
        guard case .delivered? = await service.purchase(monthly) else {
            Issue.record("it was not bought")
            return
        }
        #expect(service.purchasedProductIDs == [Shop.monthly])
        #expect(service.snapshot.isEntitled(to: "plus"))
        #expect(service.subscriptionStatus?.state == .subscribed)
        #expect(service.lastError == nil)
        await service.stop()
    }

    @Test("Whoever follows gets the snapshot of the moment and what replaces it")
    func stream() async throws {
        let service = await app.service(entitlements: Self.map)
        await service.start()
        var snapshots = service.snapshots().makeAsyncIterator()
        #expect(await snapshots.next()?.revision == service.snapshot.revision)
        try await session.buyProduct(identifier: Shop.workshop)
        while let next = await snapshots.next() {
            // A snapshot is consistent or it is none.
            #expect(next.isEntitled(to: "plus") == next.purchasedProductIDs.contains(Shop.workshop))
            if next.isEntitled(to: "plus") { break }
        }
        #expect(app.book.products == [Shop.workshop])
        await service.stop()
    }

    @Test("A lapse arrives although no transaction tells of it")
    func lapse() async throws {
        let service = await app.service(entitlements: Self.map)
        await service.start()
        let plan = try await app.bought(Shop.family)
        await service.refresh()
        #expect(service.snapshot.isEntitled(to: "plus"))
        let snapshots = service.snapshots()
        try session.disableAutoRenewForTransaction(identifier: UInt(plan.id))
        session.advance(to: try #require(plan.expirationDate))
        for await snapshot in snapshots where !snapshot.isEntitled(to: "plus") {
            #expect(snapshot.subscriptionStatus?.state == .expired)
            break
        }
        await service.stop()
    }

    // Case 39.
    @Test("A refund takes the right away while the app runs")
    func refund() async throws {
        let service = await app.service(entitlements: Self.map)
        await service.start()
        let bought = try await app.bought(Shop.workshop)
        await service.refresh()
        let snapshots = service.snapshots()
        try session.refundTransaction(identifier: UInt(bought.id))
        for await snapshot in snapshots where !snapshot.isEntitled(to: "plus") { break }
        #expect(app.book.lines.map(\.kind) == [.grant, .revocation])
        await service.stop()
    }

    @Test("What went wrong is told in the customer's language until it is dismissed or put right")
    func errors() async throws {
        let service = await app.service(language: .french)
        await service.start()
        let coins = try #require(service.products.first)
        try await session.setSimulatedError(.purchase(.purchaseNotAllowed), forAPI: .purchase)
        #expect(await service.purchase(coins) == nil)
        #expect(service.lastError?.kind == .notAuthorized)
        #expect(service.lastError?.message == "Les achats intégrés ne sont pas autorisés sur cet appareil.")
        service.dismissError()
        #expect(service.lastError == nil)
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
        guard case .cancelled? = await service.purchase(coins) else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(service.lastError == nil)
        await service.stop()
    }

    @Test("A purchase that waits is shown, and gone when it is approved or dismissed")
    func pending() async throws {
        session.askToBuyEnabled = true
        let service = await app.service(entitlements: Self.map)
        await service.start()
        let workshop = try #require(service.products.first { $0.id == Shop.workshop })
        await service.purchase(workshop)
        #expect(service.pendingPurchases.map(\.productID) == [Shop.workshop])
        await service.dismissPending(productID: Shop.workshop)
        #expect(service.pendingPurchases.isEmpty)
        let snapshots = service.snapshots()
        try session.approveAskToBuyTransaction(identifier: try #require(session.allTransactions().first).identifier)
        for await snapshot in snapshots where snapshot.isEntitled(to: "plus") { break }
        await service.stop()
    }

    @Test("A store that goes away takes nothing away")
    func outage() async throws {
        let service = await app.service(entitlements: Self.map)
        await service.start()
        try await app.bought(Shop.family)
        try await app.bought(Shop.workshop)
        await service.refresh()
        StoreConnection.disconnect()
        await service.refresh()
        #expect(service.snapshot.isEntitled(to: "plus"))
        #expect(service.purchasedProductIDs == [Shop.family, Shop.workshop])
        #expect(service.subscriptionStatus?.state == .subscribed)
        guard case .remembered = service.snapshot.knowledge else {
            Issue.record("\(service.snapshot.knowledge)")
            return
        }
        await service.stop()
    }

    @Test("A launch without the store knows what was kept, and without that nothing at all")
    func offlineLaunch() async throws {
        try await app.bought(Shop.family)
        let file = MemoryDataStore()
        let verifier = try StoreSignatureVerifier(trustedRoots: [session.certificate])
        let session = session
        let offline = OfflineCapabilityManager(
            file: file, verifier: verifier, recipient: { .init(bundleID: nil, deviceID: nil) },
            now: { session.now })
        await app.service(entitlements: Self.map, offline: offline).refresh()
        StoreConnection.disconnect()
        let next = TestApp(session)
        let service = await next.service(entitlements: Self.map, offline: offline)
        await service.refresh()
        #expect(service.snapshot.isEntitled(to: "plus"))
        guard case .remembered = service.snapshot.knowledge else {
            Issue.record("\(service.snapshot.knowledge)")
            return
        }
        let without = await next.service(entitlements: Self.map)
        await without.refresh()
        #expect(without.snapshot.knowledge == .unknown)
        #expect(without.lastError != nil)
    }

    @Test("Restoring tells what was found, and that nothing was")
    func restore() async throws {
        let service = await app.service(entitlements: Self.map)
        await service.start()
        #expect(await service.restorePurchases() == .nothingToRestore)
        try await app.bought(Shop.workshop)
        guard case .restored(let result)? = await service.restorePurchases() else {
            Issue.record("nothing was found")
            return
        }
        #expect(result.restoredProducts == [Shop.workshop])
        #expect(service.snapshot.isEntitled(to: "plus"))
        await service.stop()
    }

    @Test("The small shop loads, buys and listens")
    func small() async throws {
        let manager = StoreManager(
            productIDs: [Shop.yearly, Shop.monthly, Shop.workshop], deliveries: MemoryDataStore())
        try await manager.loadProducts()
        await manager.start()
        let product = try #require(manager.products.first)
        #expect(product.id == Shop.monthly)
        try await manager.purchase(product)
        #expect(manager.purchasedProductIDs == [Shop.monthly])
    }
}
