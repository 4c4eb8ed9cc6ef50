// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct PurchaseTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    @Test("What is bought is verified, delivered while it is unfinished, and then finished")
    func order() async throws {
        let token = UUID()
        let outcome = try await app.buy(Shop.coins, options: PurchaseOptions(quantity: 3, appAccountToken: token))
        let purchase = try #require(outcome.purchase)
        #expect(purchase.transaction.purchasedQuantity == 3)
        #expect(purchase.transaction.appAccountToken == token)
        #expect(purchase.offer == .none)
        #expect(
            app.book.lines == [
                .init(
                    productID: Shop.coins, kind: .grant, key: "\(purchase.transaction.id)", mayBeRepeat: false)
            ])
        #expect(app.book.wasUnfinished == [true])
        #expect(await transactions(Transaction.unfinished).isEmpty)
    }

    @Test("A delivery that fails leaves the transaction unfinished, and is done at the next occasion")
    func failedDelivery() async throws {
        app.book.failNext(1)
        guard case .undelivered(let purchase, let failure) = try await app.buy(Shop.coins) else {
            Issue.record("it was delivered")
            return
        }
        #expect(failure.code == .deliveryThrew)
        #expect(failure.underlying is DeliveryBook.Refused)
        #expect(await transactions(Transaction.unfinished).map(\.id) == [purchase.transaction.id])
        await app.manager.deliverUnfinished()
        // The app may have handed out a part before it threw.
        #expect(app.book.lines.map(\.mayBeRepeat) == [true])
        #expect(await transactions(Transaction.unfinished).isEmpty)
    }

    @Test("A delivery that fails is tried again by itself, after the pauses of its backoff")
    func retriedDelivery() async throws {
        let (pauses, continuation) = AsyncStream<Duration>.makeStream()
        let manager = PurchaseManager(
            deliveries: MemoryDataStore(),
            retries: Backoff(pauses: [.seconds(1), .seconds(5)], sleep: { continuation.yield($0) }),
            deliver: app.book.deliver)
        let events = await manager.events()
        app.book.failNext(2)
        let outcome = try await manager.purchase(try await Shop.product(Shop.coins))
        guard case .undelivered = outcome else {
            Issue.record("\(outcome)")
            return
        }
        for await case .taken(.delivered) in events { break }
        var waited = pauses.makeAsyncIterator()
        #expect(await waited.next() == .seconds(1))
        #expect(await waited.next() == .seconds(5))
        #expect(app.book.products == [Shop.coins])
    }

    @Test("Nothing is delivered that cannot be written down first")
    func noRecord() async throws {
        struct FullDisk: DataStore {
            func read() -> Data? { nil }
            func write(_: Data) throws { throw CocoaError(.fileWriteOutOfSpace) }
        }
        let manager = PurchaseManager(deliveries: FullDisk(), retries: .none, deliver: app.book.deliver)
        guard case .undelivered(_, let failure) = try await manager.purchase(try await Shop.product(Shop.coins)) else {
            Issue.record("it was delivered")
            return
        }
        #expect(failure.code == .recordNotWritten)
        #expect(app.book.lines.isEmpty)
        #expect(await transactions(Transaction.unfinished).count == 1)
    }

    // Case 9.
    @Test("A transaction that arrives by two ways at once is delivered once")
    func twoWays() async throws {
        let product = try await Shop.product(Shop.coins)
        guard case .success(let signed) = try await product.purchase() else { return #expect(Bool(false)) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { await app.manager.take(signed) } }
        }
        #expect(app.book.products == [Shop.coins])
        #expect(await transactions(Transaction.unfinished).isEmpty)
    }

    @Test("Two taps make one purchase, and both get its outcome")
    func doubleTap() async throws {
        let product = try await Shop.product(Shop.coins)
        async let first = app.manager.purchase(product)
        async let second = app.manager.purchase(product)
        let ids = try await [first, second].map { $0.purchase?.transaction.id }
        #expect(ids[0] != nil)
        #expect(ids[0] == ids[1])
        #expect(session.allTransactions().count == 1)
        #expect(app.book.products == [Shop.coins])
        try await app.bought(Shop.coins)
        #expect(session.allTransactions().count == 2)
    }

    @Test("A purchase goes on although the screen that asked for it has gone")
    func cancelledTask() async throws {
        let product = try await Shop.product(Shop.coins)
        let tap = Task { try await app.manager.purchase(product) }
        tap.cancel()
        #expect(try await tap.value.purchase != nil)
        #expect(app.book.products == [Shop.coins])
    }

    // Case 11.
    @Test("A cancelled purchase is told apart, and nothing comes of it", arguments: [false, true])
    func cancelled(byThrowing throwsError: Bool) async throws {
        let manager = app.relaunched { product, options in
            guard !throwsError else { throw StoreKitError.userCancelled }
            return .userCancelled
        }
        guard case .cancelled = try await manager.purchase(try await Shop.product(Shop.coins)) else {
            Issue.record("it was not cancelled")
            return
        }
        #expect(await manager.cancelledProductIDs == [Shop.coins])
        #expect(app.book.lines.isEmpty)
    }

    // Case 12.
    @Test("A purchase that was reported as cancelled and arrives after all is delivered, and not cancelled any more")
    func cancelledAndBought() async throws {
        try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
        let observer = TransactionObserver(manager: app.manager)
        let events = await app.manager.events()
        await observer.startObserving()
        guard case .cancelled = try await app.buy(Shop.workshop) else {
            Issue.record("it was not cancelled")
            return
        }
        try await session.setSimulatedError(nil, forAPI: .purchase)
        try await session.buyProduct(identifier: Shop.workshop)
        await events.taken(Shop.workshop)
        #expect(app.book.products == [Shop.workshop])
        #expect(await app.manager.cancelledProductIDs.isEmpty)
        await observer.stopObserving()
    }

    @Test("What the store refuses is thrown as the store said it")
    func refused() async throws {
        try await session.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
        let product = try await Shop.product(Shop.coins)
        await #expect(throws: Product.PurchaseError.productUnavailable) { try await app.manager.purchase(product) }
        #expect(app.book.lines.isEmpty)
    }

    @Test("What nobody vouches for is neither delivered nor finished")
    func unverified() async throws {
        let manager = app.relaunched { product, options in
            guard case .success(.verified(let transaction)) = try await product.purchase(options: options) else {
                return .pending
            }
            return .success(.unverified(transaction, .invalidSignature))
        }
        let product = try await Shop.product(Shop.coins)
        await #expect(throws: VerificationResult<StoreKit.Transaction>.VerificationError.invalidSignature) {
            try await manager.purchase(product)
        }
        #expect(app.book.lines.isEmpty)
        #expect(await transactions(Transaction.unfinished).count == 1)
    }

    // Case 5.
    @Test("A transaction that was over before it was bought is no purchase")
    func oldTransaction() async throws {
        let first = try await app.bought(Shop.family)
        try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
        session.advance(to: try #require(first.expirationDate))
        let old = try #require(await Transaction.latest(for: Shop.family))
        let manager = app.relaunched { _, _ in .success(old) }
        guard case .notBought(let transaction) = try await manager.purchase(try await Shop.product(Shop.family)) else {
            Issue.record("it was bought")
            return
        }
        #expect(transaction.id == first.id)
        #expect(app.book.products == [Shop.family])
    }

    @Test("What the customer has already is handed back and not delivered again")
    func owned() async throws {
        let first = try await app.bought(Shop.workshop)
        guard case .alreadyOwned(let held) = try await app.buy(Shop.workshop) else {
            Issue.record("it was bought twice")
            return
        }
        #expect(held.id == first.id)
        #expect(app.book.products == [Shop.workshop])
    }

    // Case 32.
    @Test("A downgrade is accepted and changes nothing until the next period")
    func downgrade() async throws {
        let first = try await app.bought(Shop.family)
        guard case .changeScheduled(let purchase) = try await app.buy(Shop.monthly) else {
            Issue.record("it happened at once, or not at all")
            return
        }
        #expect(purchase.transaction.id == first.id)
        #expect(app.book.products == [Shop.family])
        let status = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(status.productID == Shop.family)
        #expect(status.changesPlan)
        #expect(status.renewal?.productID == Shop.monthly)
    }

    // Cases 33, 36.
    @Test("An upgrade is delivered, and what it replaced counts no more")
    func upgrade() async throws {
        let first = try await app.bought(Shop.monthly)
        let second = try await app.bought(Shop.family)
        #expect(second.originalID == first.originalID)
        #expect(app.book.products == [Shop.monthly, Shop.family])
        let reading = await app.checker.checkStatus(ofGroup: Shop.group)
        #expect(reading.productID == Shop.family)
        #expect(await transactions(Transaction.currentEntitlements).map(\.productID) == [Shop.family])
    }
}
