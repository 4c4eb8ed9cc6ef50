// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

/// The awkward habits of Apple's systems, and what the kit makes of them.
@MainActor @Suite(.isolatedStore, .timeLimit(.minutes(1))) struct HabitTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    // Case 5.
    @Test("A purchase that hands back what has lapsed is no purchase")
    func lapsed() async throws {
        let first = try await app.bought(Shop.family)
        try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
        session.advance(to: try #require(first.expirationDate))
        StoreConnection.habits.lapsedPurchaseReturnsOld = true
        guard case .notBought(let old) = try await app.buy(Shop.family) else {
            Issue.record("it was bought")
            return
        }
        #expect(old.id == first.id)
        #expect(app.book.products == [Shop.family])
    }

    // Case 9.
    @Test("A purchase that is also announced is delivered once")
    func announced() async throws {
        StoreConnection.habits.announcesOwnPurchases = true
        let observer = TransactionObserver(manager: app.manager)
        let events = await app.manager.events()
        await observer.startObserving()
        guard case .delivered = try await app.buy(Shop.family) else {
            Issue.record("it was not delivered")
            return
        }
        await events.taken(Shop.family)
        await events.taken(Shop.family)
        #expect(app.book.products == [Shop.family])
        await observer.stopObserving()
    }

    // Case 12.
    @Test("A purchase that is reported as cancelled and made all the same ends as granted")
    func reportedCancelled() async throws {
        StoreConnection.habits.reportsPurchasesCancelled = true
        let service = await app.service(entitlements: ["plus": [Shop.workshop]])
        await service.start()
        let snapshots = service.snapshots()
        guard case .cancelled? = await service.purchase(try await Shop.product(Shop.workshop)) else {
            Issue.record("it was not reported as cancelled")
            return
        }
        for await snapshot in snapshots where snapshot.isEntitled(to: "plus") { break }
        #expect(app.book.products == [Shop.workshop])
        #expect(await app.manager.cancelledProductIDs.isEmpty)
        await service.stop()
    }

    // Case 20.
    @Test("A read in a cancelled task that finds nothing takes nothing away")
    func cancelledReads() async throws {
        let service = await app.service(entitlements: ["plus": [Shop.workshop, Shop.family]])
        await service.purchase(try await Shop.product(Shop.workshop))
        await service.purchase(try await Shop.product(Shop.family))
        StoreConnection.habits.cancelledReadsAreEmpty = true
        let monthly = try await Shop.product(Shop.monthly)
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await service.refresh()
            return (
                await app.checker.checkStatus(ofGroup: Shop.group).state,
                await OfferManager().introductoryEligibility(for: monthly)
            )
        }
        let (state, eligibility) = await reading.value
        #expect(state == .subscribed)
        #expect(eligibility == .ineligible)
        #expect(service.snapshot.isEntitled(to: "plus"))
        #expect(service.purchasedProductIDs == [Shop.workshop, Shop.family])
    }

    // Case 21.
    @Test("A subscription that seems over for a moment while it renews is not taken away")
    func renewalGap() async throws {
        StoreConnection.habits.renewalGap = 1...1
        let session = session
        let checker = SubscriptionStatusChecker(
            secondLook: Backoff(pauses: [.seconds(1), .seconds(1)]) { _ in }, now: { session.now })
        let first = try await app.bought(Shop.family)
        session.advance(to: try #require(first.expirationDate))
        let status = await checker.checkStatus(ofGroup: Shop.group)
        #expect(status.state == .subscribed)
        #expect(status.transactionID != first.id)
    }

    @Test("What was bought counts although it is not listed yet", arguments: [Shop.workshop, Shop.family])
    func listingLag(productID: String) async throws {
        StoreConnection.habits.listingLag = 4...4
        let service = await app.service(entitlements: ["plus": [Shop.workshop, Shop.family]])
        await service.purchase(try await Shop.product(productID))
        #expect(service.snapshot.isEntitled(to: "plus"))
    }

    // Case 46.
    @Test("An eligibility that StoreKit keeps for the life of the process is put right by the history")
    func stickyEligibility() async throws {
        StoreConnection.habits.stickyEligibility = true
        let monthly = try await Shop.product(Shop.monthly)
        #expect(await OfferManager().introductoryEligibility(for: monthly) == .eligible)
        try await app.bought(Shop.monthly)
        #expect(await monthly.subscription?.isEligibleForIntroOffer == true)
        #expect(await OfferManager().introductoryEligibility(for: monthly) == .ineligible)
    }
}
