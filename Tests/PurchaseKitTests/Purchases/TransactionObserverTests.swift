// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct TransactionObserverTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    // Cases 2, 3, 8.
    @Test("Renewals that were missed are delivered at launch, oldest first, although the store has the newest first")
    func missedRenewals() async throws {
        let first = try await app.bought(Shop.family)
        for _ in 0..<3 {
            let latest = try #require(await Transaction.latest(for: Shop.family)).unsafePayloadValue
            session.advance(to: try #require(latest.expirationDate))
        }
        let events = await app.manager.events()
        let observer = TransactionObserver(manager: app.manager)
        await observer.startObserving()
        for await case .taken in events where app.book.lines.count == 4 { break }
        await observer.stopObserving()
        #expect(app.book.dates == app.book.dates.sorted())
        #expect(app.book.dates.first == first.purchaseDate)
        #expect(Set(app.book.lines.map(\.key)).count == 4)
        #expect(await transactions(Transaction.unfinished).isEmpty)
    }

    // Case 42.
    @Test("A purchase that was approved later is delivered like any other")
    func approval() async throws {
        session.askToBuyEnabled = true
        let observer = TransactionObserver(manager: app.manager)
        let events = await app.manager.events()
        await observer.startObserving()
        guard case .pending = try await app.buy(Shop.workshop) else {
            Issue.record("it does not wait")
            return
        }
        #expect(await app.manager.pendingPurchases.map(\.productID) == [Shop.workshop])
        #expect(app.book.lines.isEmpty)
        let waiting = try #require(session.allTransactions().first)
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        await events.taken(Shop.workshop)
        #expect(app.book.products == [Shop.workshop])
        #expect(await app.manager.pendingPurchases.isEmpty)
        await observer.stopObserving()
    }

    // Case 43.
    @Test("A purchase that was declined waits until it is dismissed or tried again")
    func decline() async throws {
        session.askToBuyEnabled = true
        try await app.buy(Shop.workshop)
        let waiting = try #require(session.allTransactions().first)
        try session.declineAskToBuyTransaction(identifier: waiting.identifier)
        #expect(await app.manager.pendingPurchases.map(\.productID) == [Shop.workshop])
        await app.manager.dismissPending(productID: Shop.workshop)
        #expect(await app.manager.pendingPurchases.isEmpty)
        session.askToBuyEnabled = false
        try await app.bought(Shop.workshop)
    }

    // Case 15.
    @Test("What StoreKit's own views sold is taken by hand")
    func storeView() async throws {
        let product = try await Shop.product(Shop.coins)
        guard case .success(let signed) = try await product.purchase() else { return #expect(Bool(false)) }
        guard case .delivered = await app.manager.take(signed) else {
            Issue.record("it was not delivered")
            return
        }
        guard case .known = await app.manager.take(signed) else {
            Issue.record("it was delivered twice")
            return
        }
    }

    @Test("Something unverified is told of, and what follows is delivered")
    func unverified() async throws {
        let product = try await Shop.product(Shop.coins)
        guard case .success(let signed) = try await product.purchase() else { return #expect(Bool(false)) }
        let events = await app.manager.events()
        let taken = await app.manager.take(.unverified(signed.unsafePayloadValue, .invalidSignature))
        guard case .unverified = taken else {
            Issue.record("\(taken)")
            return
        }
        await app.manager.take(signed)
        var kinds: [Bool] = []
        for await case .taken(let taken) in events {
            if case .unverified = taken { kinds.append(false) } else { kinds.append(true) }
            if kinds.count == 2 { break }
        }
        #expect(kinds == [false, true])
        #expect(app.book.products == [Shop.coins])
    }

    @Test("An unverified element of the stream does not end it, stays unfinished, and is delivered once it is verified")
    func unverifiedInStream() async throws {
        let observer = TransactionObserver(manager: app.manager)
        let events = await app.manager.events()
        await observer.startObserving()
        try await session.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        try await session.buyProduct(identifier: Shop.workshop)
        guard case .unverified? = await events.taken(Shop.workshop) else {
            Issue.record("it was not unverified")
            return
        }
        #expect(app.book.lines.isEmpty)
        try await session.setSimulatedError(nil, forAPI: .verification)
        try await session.buyProduct(identifier: Shop.coins)
        guard case .delivered? = await events.taken(Shop.coins) else {
            Issue.record("it was not delivered")
            return
        }
        #expect(app.book.products == [Shop.coins])
        #expect(await transactions(Transaction.unfinished).map(\.productID) == [Shop.workshop])
        await observer.restartObserving()
        await events.taken(Shop.workshop)
        await observer.stopObserving()
        #expect(app.book.products == [Shop.coins, Shop.workshop])
    }

    @Test("After a suspension everything is looked at again, and nothing is delivered twice")
    func suspension() async throws {
        let events = await app.manager.events()
        let observer = TransactionObserver(manager: app.manager)
        await observer.startObserving()
        #expect(await observer.isObserving)
        await observer.stopObserving()
        #expect(await observer.isObserving == false)
        try await session.buyProduct(identifier: Shop.workshop)
        #expect(app.book.lines.isEmpty)
        await observer.restartObserving()
        await events.taken(Shop.workshop)
        try await session.buyProduct(identifier: Shop.coins)
        await events.taken(Shop.coins)
        #expect(app.book.products == [Shop.workshop, Shop.coins])
        await observer.stopObserving()
    }

    @Test("Renewals, refunds and purchases elsewhere arrive while the app runs")
    func running() async throws {
        let observer = TransactionObserver(manager: app.manager)
        let events = await app.manager.events()
        await observer.startObserving()
        let first = try await app.bought(Shop.family)
        session.advance(to: try #require(first.expirationDate))
        for await case .taken(.delivered(let renewal)) in events where renewal.reason == .renewal {
            try session.refundTransaction(identifier: UInt(renewal.id))
            break
        }
        for await case .taken(.delivered(let refunded)) in events where refunded.revocationDate != nil { break }
        #expect(app.book.lines.map(\.kind) == [.grant, .grant, .revocation])
        await observer.stopObserving()
    }
}
