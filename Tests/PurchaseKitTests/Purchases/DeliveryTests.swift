// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@Suite(.isolatedStore, .timeLimit(.minutes(1))) struct DeliveryTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    // Case 36.
    @Test("A refund is a second delivery of the same transaction, which takes back, and happens once")
    func refund() async throws {
        let transaction = try await app.bought(Shop.workshop)
        try session.refundTransaction(identifier: UInt(transaction.id))
        let refunded = try #require(await Transaction.latest(for: Shop.workshop))
        let revocationDate = try #require(refunded.unsafePayloadValue.revocationDate)
        await app.manager.take(refunded)
        await app.manager.take(refunded)
        #expect(app.book.lines.map(\.kind) == [.grant, .revocation])
        let milliseconds = Int64((revocationDate.timeIntervalSince1970 * 1000).rounded())
        #expect(app.book.lines.map(\.key) == ["\(transaction.id)", "\(transaction.id)-revocation-\(milliseconds)"])
        #expect(app.book.lines.map(\.mayBeRepeat) == [false, false])
    }

    @Test("An account of a transaction that is older than what was done changes nothing, however late it comes")
    func lateNews() async throws {
        let product = try await Shop.product(Shop.workshop)
        guard case .success(let bought) = try await product.purchase() else { return #expect(Bool(false)) }
        session.advance(by: .seconds(60))
        try session.refundTransaction(identifier: UInt(bought.unsafePayloadValue.id))
        await app.manager.take(try #require(await Transaction.latest(for: Shop.workshop)))
        await app.manager.take(bought)
        #expect(app.book.lines.map(\.kind) == [.revocation])
    }

    @Test("A process that ended in the middle of a delivery is followed by one that is told so")
    func killedInDelivery() async throws {
        let kept = MemoryDataStore()
        let product = try await Shop.product(Shop.coins)
        guard case .success(let signed) = try await product.purchase() else { return #expect(Bool(false)) }
        let (begun, continuation) = AsyncStream<Void>.makeStream()
        let (end, ending) = AsyncStream<Void>.makeStream()
        let dying = PurchaseManager(deliveries: kept, retries: .none) { _ in
            continuation.yield()
            for await _ in end {}
        }
        let taking = Task { await dying.take(signed) }
        for await _ in begun { break }
        let next = PurchaseManager(
            deliveries: MemoryDataStore(kept.read()), retries: .none, deliver: app.book.deliver)
        await next.deliverUnfinished()
        #expect(app.book.lines.map(\.mayBeRepeat) == [true])
        #expect(await transactions(Transaction.unfinished).isEmpty)
        ending.finish()
        _ = await taking.value
    }

    @Test("A record that cannot be read lets everything be delivered, and says that it may be a repetition")
    func damagedRecord() async throws {
        let manager = PurchaseManager(
            deliveries: MemoryDataStore(Data("{".utf8)), retries: .none, deliver: app.book.deliver)
        _ = try await manager.purchase(try await Shop.product(Shop.coins))
        #expect(app.book.lines.map(\.mayBeRepeat) == [true])
    }

    @Test("A file keeps the record from one process to the next")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = FileDataStore(url: folder.appending(path: "kit/deliveries.json"))
        let product = try await Shop.product(Shop.workshop)
        guard case .success(let signed) = try await product.purchase() else { return #expect(Bool(false)) }
        for _ in 0..<3 {
            let manager = PurchaseManager(deliveries: file, retries: .none, deliver: app.book.deliver)
            await manager.take(signed)
        }
        #expect(app.book.products == [Shop.workshop])
        let permissions = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions]
        #expect(permissions as? Int == 0o600)
    }
}
