// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreHost
import StoreKit
import StoreLink
import Testing

@testable import StoreKitTest

/// The network fails in the middle of every call, and processes are killed where it hurts most.
@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct FaultTests {
    let session: SKTestSession
    let store: FaultyStore
    let app: TestApp

    init() throws {
        session = try Shop.open()
        store = FaultyStore(session.host)
        app = TestApp(session)
        try connect(session, through: store)
    }

    /// Whether everything that was ever bought was delivered exactly once, and is finished.
    private func settle(_ comment: Comment) async {
        await app.manager.deliverUnfinished()
        let grants = app.book.lines.filter { $0.kind == .grant }
        #expect(Set(grants.map(\.key)) == Set(session.allTransactions().map { "\($0.identifier)" }), comment)
        #expect(grants.count == session.allTransactions().count, comment)
        #expect(await transactions(Transaction.unfinished).isEmpty, comment)
    }

    static let calls: [StoreCall] = [.connect, .products, .purchase, .finish, .changes, .eligibility, .sync]

    @Test(
        "The network fails in the middle of a call: bought things are delivered once and finished in the end",
        arguments: calls, FaultyStore.Fault.allCases)
    func network(call: StoreCall, fault: FaultyStore.Fault) async throws {
        // The first call of this kind fails, wherever in the story it is made.
        store.fail(call, fault, times: 1)
        for productID in [Shop.coins, Shop.family, Shop.workshop] {
            if (try? await app.buy(productID)) == nil {
                // The customer was told that something went wrong. What was bought all the same is found.
                await app.manager.deliverUnfinished()
            }
            if !app.book.products.contains(productID) { try await app.buy(productID) }
        }
        let latest = try #require(await Transaction.latest(for: Shop.family)).unsafePayloadValue
        session.advance(to: try #require(latest.expirationDate))
        _ = try? await RestoreManager(manager: app.manager, checker: app.checker).restorePurchases()
        _ = await OfferManager().introductoryEligibility(for: try await Shop.product(Shop.monthly))
        await settle("\(call) \(fault)")
        #expect(app.book.products.count == 4)
    }

    @Test("A store that nobody can tell what was delivered is told as soon as somebody can")
    func finishFails() async throws {
        store.fail(.finish, .request)
        try await app.bought(Shop.coins)
        #expect(app.book.products == [Shop.coins])
        store.heal()
        await settle("finish")
    }

    // Case 8.
    @Test(
        "A process that is killed between delivery and finish is followed by one that finishes and does not deliver",
        arguments: [Shop.coins, Shop.workshop, Shop.family])
    func killedBeforeFinish(productID: String) async throws {
        store.fail(.finish, .request)
        try await app.bought(productID)
        store.heal()
        // The next process: a connection that owes nothing, a manager that remembers nothing but its file.
        try connect(session, through: store)
        #expect(await transactions(Transaction.unfinished).count == 1)
        let next = app.relaunched()
        let observer = TransactionObserver(manager: next)
        let events = await next.events()
        await observer.startObserving()
        await events.taken(productID)
        await observer.stopObserving()
        #expect(app.book.products == [productID])
        #expect(await transactions(Transaction.unfinished).isEmpty)
    }

    @Test("A purchase whose answer is lost is found by the observer of the next launch")
    func lostAnswer() async throws {
        store.fail(.purchase, .answer, times: 1)
        let product = try await Shop.product(Shop.coins)
        await #expect(throws: StoreKitError.self) { try await app.manager.purchase(product) }
        #expect(app.book.lines.isEmpty)
        try connect(session, through: store)
        let next = app.relaunched()
        let observer = TransactionObserver(manager: next)
        let events = await next.events()
        await observer.startObserving()
        await events.taken(Shop.coins)
        await observer.stopObserving()
        #expect(app.book.lines.map(\.mayBeRepeat) == [false])
        #expect(await transactions(Transaction.unfinished).isEmpty)
    }

    @Test("Without the network the standing is what was known last, and never nothing")
    @MainActor
    func outage() async throws {
        let service = await app.service(entitlements: ["plus": [Shop.family]])
        await service.start()
        await service.purchase(try await Shop.product(Shop.family))
        store.fail(.changes, .request)
        await service.refresh()
        #expect(service.snapshot.isEntitled(to: "plus"))
        #expect(service.subscriptionStatus?.state == .subscribed)
        guard case .remembered = service.snapshot.knowledge else {
            Issue.record("\(service.snapshot.knowledge)")
            return
        }
        store.heal()
        await service.refresh()
        #expect(service.snapshot.knowledge == .current)
        await service.stop()
    }
}
