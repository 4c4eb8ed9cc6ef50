// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import SignedData
import StoreKit
import Testing

/// An app that imports StoreKit and buys in a store of another process.
@Suite(.timeLimit(.minutes(1))) struct ClientTests {
    static let coins = "com.example.shop.coins.100"
    static let family = "com.example.shop.plus.family"

    private func withApp(
        _ arguments: [String] = [], _ body: (OpenStore) async throws -> Void
    ) async throws {
        try await withDirectory { directory in
            try await OpenStore.with(arguments, data: directory) { store in
                try await StoreConnection.isolated {
                    try await StoreConnection.connect(to: store.greeting.url, trusting: store.root)
                    try await body(store)
                }
            }
        }
    }

    private func buy(_ productID: String) async throws -> StoreKit.Transaction {
        let product = try #require(try await Product.products(for: [productID]).first)
        guard case .success(let result) = try await product.purchase() else { throw NotBought() }
        return try result.payloadValue
    }

    private struct NotBought: Error {}

    @Test func `A purchase is verified, unfinished, and then finished`() async throws {
        try await withApp { _ in
            let product = try #require(try await Product.products(for: [Self.coins]).first)
            #expect(product.displayPrice == "$0.99")
            let transaction = try await buy(Self.coins)
            #expect(transaction.productID == Self.coins)
            #expect(transaction.environment == .sandbox)
            #expect(await Transaction.unfinished.identifiers() == [transaction.id])
            #expect(try await Transaction.latest(for: Self.coins)?.payloadValue.id == transaction.id)
            await transaction.finish()
            #expect(await Transaction.unfinished.identifiers().isEmpty)
        }
    }

    @Test func `A subscription renews when the store's clock moves, and lapses when it is cancelled`() async throws {
        try await withApp { store in
            var updates = Transaction.updates.makeAsyncIterator()
            let first = try await buy(Self.family)
            await first.finish()
            #expect(await Transaction.currentEntitlements.identifiers() == [first.id])

            let moved = try await store.post("control/v1/clock", #"{"advance":"P1M"}"#)
            let renewal = try #require(try await updates.next()?.payloadValue)
            #expect(renewal.originalID == first.id)
            #expect(renewal.reason == .renewal)
            #expect(renewal.purchaseDate == first.expirationDate)
            #expect(await Transaction.currentEntitlements.identifiers() == [renewal.id])
            let happened = try #require(moved["happened"] as? [[String: any Sendable]])
            #expect(happened.contains { $0["notificationType"] as? String == "DID_RENEW" })

            try await store.post("control/v1/subscriptions/\(first.id)/autoRenew", #"{"enabled":false}"#)
            try await store.post("control/v1/clock", #"{"advance":"P1M"}"#)
            #expect(await Transaction.currentEntitlements.identifiers().isEmpty)
            let status = try #require(try await Product.SubscriptionInfo.status(transactionID: first.id))
            #expect(status.state == .expired)
            #expect(try status.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
        }
    }

    @Test func `A purchase outside the app arrives as an update`() async throws {
        try await withApp { store in
            var updates = Transaction.updates.makeAsyncIterator()
            _ = try await Product.products(for: [Self.coins])
            let bought = try await store.post("control/v1/purchases", #"{"productId":"\#(Self.coins)"}"#)
            let update = try #require(try await updates.next()?.payloadValue)
            #expect(bought["transactionId"] as? String == String(update.id))
        }
    }

    @Test func `Without the store's own root nothing is verified`() async throws {
        try await withDirectory { directory in
            try await OpenStore.with(data: directory) { store in
                let foreign = try Data(contentsOf: Place.signedData("apple-test/testCA.der"))
                try await StoreConnection.isolated {
                    try await StoreConnection.connect(to: store.greeting.url, trusting: foreign)
                    let product = try #require(try await Product.products(for: [Self.coins]).first)
                    guard case .success(.unverified(_, let error)) = try await product.purchase() else {
                        Issue.record("The purchase was taken for genuine")
                        return
                    }
                    #expect(error == .invalidCertificateChain)
                }
            }
        }
    }

    @Test func `What is changed between the store and the app is not verified`() async throws {
        try await withDirectory { directory in
            try await OpenStore.with(data: directory) { store in
                let forger = Forger(store: store.greeting.url)
                try await forger.run { address in
                    try await StoreConnection.isolated {
                        try await StoreConnection.connect(to: address, trusting: store.root)
                        let product = try #require(try await Product.products(for: [Self.coins]).first)
                        guard case .success(.unverified(let transaction, let error)) = try await product.purchase()
                        else {
                            Issue.record("The forged purchase was taken for genuine")
                            return
                        }
                        #expect(error == .invalidSignature)
                        #expect(transaction.purchasedQuantity == Forger.quantity)
                    }
                }
            }
        }
    }

    @Test func `Notifications are posted where the store was told to, signed by it`() async throws {
        let (payloads, continuation) = AsyncStream.makeStream(of: String.self)
        let receiver = HTTPServer { request in
            let body = try JSONDecoder().decode([String: String].self, from: request.body)
            continuation.yield(try #require(body["signedPayload"]))
            return .empty(200)
        }
        try receiver.start()
        try await withApp(["--notify", receiver.baseURL.appending(path: "apple").absoluteString]) { store in
            let transaction = try await buy(Self.coins)
            var notifications = payloads.makeAsyncIterator()
            let payload = try #require(await notifications.next())
            let verifier = JWSVerifier(
                trust: .appStore(roots: [try Certificate(der: store.root)]),
                expecting: ExpectedApp(bundleID: "com.example.shop"))
            let unfolded = try UnfoldedPayload(payload, verifier: verifier)
            #expect(unfolded.json.contains("ONE_TIME_CHARGE"))
            #expect(unfolded.json.contains(String(transaction.id)))
            #expect(unfolded.refusals.isEmpty)
        }
        await receiver.shutdown()
    }

    @Test func `The command verifies what a store of its own signed`() async throws {
        try await withApp { store in
            let product = try #require(try await Product.products(for: [Self.coins]).first)
            guard case .success(let result) = try await product.purchase() else { throw NotBought() }
            try await withDirectory { directory in
                let file = directory.appending(path: "transaction.jws")
                try Data(result.jwsRepresentation.utf8).write(to: file)
                let trusted = try await Tool.run(["verify", file.path, "--root", store.greeting.rootCertificate])
                #expect(trusted.end == .exit(0))
                #expect(try await Tool.run(["verify", file.path]).end == .exit(1))
            }
        }
    }
}

extension StoreKit.Transaction.Transactions {
    /// The identifiers of the transactions that are verified.
    func identifiers() async -> [UInt64] {
        var identifiers: [UInt64] = []
        for await result in self {
            guard case .verified(let transaction) = result else { continue }
            identifiers.append(transaction.id)
        }
        return identifiers
    }
}
