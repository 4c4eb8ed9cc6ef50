// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

/// What the articles tell, from the first product to a launch without a network, as an app does it.
@MainActor @Suite(.isolatedStore, .timeLimit(.minutes(1))) struct ArticleFlowTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    @Test("Load: products come once from the store and then from the cache, cheapest first")
    func load() async throws {
        let productService = ProductService(productIDs: [Shop.monthly, Shop.yearly, Shop.workshop])
        let products = try await productService.loadProducts()
        #expect(products.map(\.id) == [Shop.monthly, Shop.workshop, Shop.yearly])
        #expect(products.map { $0.type.displayName(in: .french) }.first == "Abonnement à renouvellement automatique")
        #expect(try await productService.product(for: Shop.monthly)?.id == Shop.monthly)
    }

    @Test("Buy: the manager of the shortest article buys what is cheapest")
    func buy() async throws {
        session.disableDialogs = true
        session.clearTransactions()
        let manager = StoreManager(productIDs: [Shop.monthly, Shop.yearly], deliveries: MemoryDataStore())
        try await manager.loadProducts()
        let product = try #require(manager.products.first)
        try await manager.purchase(product)
        #expect(manager.purchasedProductIDs.contains(product.id))
    }

    @Test("Pending: a parent is asked, the customer is told, and the approval arrives by itself")
    func pending() async throws {
        session.askToBuyEnabled = true
        let service = await app.service()
        await service.start()
        guard case .pending? = await service.purchase(try await Shop.product(Shop.workshop)) else {
            Issue.record("nobody was asked")
            return
        }
        #expect(service.pendingPurchases.count == 1)
        let snapshots = service.snapshots()
        try session.approveAskToBuyTransaction(identifier: try #require(session.allTransactions().first).identifier)
        for await snapshot in snapshots where snapshot.purchasedProductIDs.contains(Shop.workshop) {
            #expect(snapshot.pendingPurchases.isEmpty)
            break
        }
        await service.stop()
    }

    @Test("Cancel: nothing is bought, and nothing is said")
    func cancel() async throws {
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
        let service = await app.service()
        guard case .cancelled? = await service.purchase(try await Shop.product(Shop.workshop)) else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(service.lastError == nil)
        #expect(service.purchasedProductIDs.isEmpty)
    }

    @Test("Restore: a new device asks the store and gets what the customer owns")
    func restore() async throws {
        try await app.bought(Shop.workshop)
        try await app.bought(Shop.monthly)
        let newDevice = TestApp(session)
        let restoreManager = RestoreManager(manager: newDevice.manager, checker: newDevice.checker)
        guard case .restored(let result) = try await restoreManager.restorePurchases() else {
            Issue.record("nothing was found")
            return
        }
        #expect(result.restoredProducts == [Shop.workshop])
        #expect(result.activeSubscriptions == [Shop.monthly])
    }

    @Test("Trial: offered once, described before, applied, and not offered again")
    func trial() async throws {
        let offers = OfferManager()
        let monthly = try await Shop.product(Shop.monthly)
        #expect(await offers.introductoryEligibility(for: monthly) == .eligible)
        #expect(offers.introductoryOffer(of: monthly)?.type == .freeTrial)
        #expect(
            offers.introductoryOffer(of: monthly)?.description(in: .italian)
                == "1 settimana gratis, poi $9.99 al mese")
        let outcome = try await app.buy(Shop.monthly, options: PurchaseOptions(offer: .introductory))
        guard case .applied(let applied)? = outcome.purchase?.offer else {
            Issue.record("\(outcome)")
            return
        }
        #expect(applied.type == .introductory)
        #expect(await offers.introductoryEligibility(for: monthly) == .ineligible)
        // The yearly plan of the group has no introductory offer, whatever StoreKit says of eligibility.
        #expect(await offers.introductoryEligibility(for: try await Shop.product(Shop.yearly)) == .noOffer)
        #expect(await offers.introductoryEligibility(for: try await Shop.product(Shop.coins)) == .noOffer)
    }

    @Test("Upgrade: at once, and the lower plan counts no more")
    func upgrade() async throws {
        let service = await app.service()
        await service.purchase(try await Shop.product(Shop.monthly))
        await service.purchase(try await Shop.product(Shop.family))
        #expect(service.purchasedProductIDs == [Shop.family])
        #expect(service.subscriptionStatus?.productID == Shop.family)
    }

    @Test("Refund: the right goes, and what was delivered is taken back")
    func refund() async throws {
        let service = await app.service()
        await service.start()
        let bought = try #require(await service.purchase(try await Shop.product(Shop.workshop))?.purchase)
        let snapshots = service.snapshots()
        try session.refundTransaction(identifier: UInt(bought.transaction.id))
        for await snapshot in snapshots where snapshot.purchasedProductIDs.isEmpty { break }
        #expect(app.book.lines.map(\.kind) == [.grant, .revocation])
        await service.stop()
    }

    @Test("Grace, retry and lapse: access goes on, is gone, and comes back with the payment")
    func billing() async throws {
        session.shouldEnterBillingRetryOnRenewal = true
        session.billingGracePeriodIsEnabled = true
        let service = await app.service(entitlements: ["plus": [Shop.family]])
        let bought = try #require(await service.purchase(try await Shop.product(Shop.family))?.purchase)
        session.advance(to: try #require(bought.transaction.expirationDate))
        await service.refresh()
        #expect(service.subscriptionStatus?.state == .inGracePeriod)
        #expect(service.snapshot.isEntitled(to: "plus"))
        session.advance(to: try #require(service.subscriptionStatus?.accessEndDate))
        await service.refresh()
        #expect(service.subscriptionStatus?.state == .inBillingRetry)
        #expect(!service.snapshot.isEntitled(to: "plus"))
        session.shouldEnterBillingRetryOnRenewal = false
        try session.resolveIssueForTransaction(identifier: UInt(bought.transaction.id))
        await service.refresh()
        #expect(service.subscriptionStatus?.state == .subscribed)
        #expect(service.snapshot.isEntitled(to: "plus"))
        try session.expireSubscription(productIdentifier: Shop.family)
        await service.refresh()
        #expect(service.subscriptionStatus?.state == .expired)
        #expect(!service.snapshot.isEntitled(to: "plus"))
    }

    @Test("Offline: what was paid for is used without a connection, by what the store signed")
    func offline() async throws {
        try await app.bought(Shop.workshop)
        let offline = OfflineCapabilityManager(
            file: MemoryDataStore(), verifier: try StoreSignatureVerifier(trustedRoots: [session.certificate]),
            recipient: { .init(bundleID: nil, deviceID: nil) }, now: { [session] in session.now })
        await offline.cacheCurrentEntitlements(groupIDs: [Shop.group])
        StoreConnection.disconnect()
        #expect(await offline.hasValidEntitlement(for: Shop.workshop) == true)
        #expect(await offline.hasValidEntitlement(for: Shop.family) == false)
    }
}
