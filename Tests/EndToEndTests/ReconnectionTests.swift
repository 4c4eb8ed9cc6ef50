// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreKit
import StoreServer
import Testing

/// A store whose HTTP side can be stopped and started again on the same port.
private final class StoppableStore {
    let authority: CertificateAuthority
    let host: StoreHost
    private var server: StoreServer?
    private(set) var port: UInt16 = 0

    init() throws {
        authority = try CertificateAuthority.make(now: Date())
        host = StoreHost(
            configuration: StoreKitConfiguration(
                version: .init(major: 4, minor: 0),
                products: [.init(id: "coins", type: .consumable, price: .init(milliunits: 990))],
                subscriptionGroups: []),
            identity: AppIdentity(bundleID: "com.example.shop", environment: .sandbox),
            signer: StoreSigner(JWSSigner(authority)), seed: 1)
        try start()
    }

    func start() throws {
        let server = StoreServer(
            host: host, configuration: StoreServer.Configuration(root: authority.root, credentials: [], port: port))
        try server.start()
        port = server.port
        self.server = server
    }

    func stop() async {
        await server?.shutdown()
        server = nil
    }

    /// Buys outside the app, and returns the transaction's identifier.
    func buy() throws -> UInt64? {
        let outcome = try host.perform(.purchase(.init(account: host.account(), productID: "coins")))
        guard case .purchased(let index) = outcome else { return nil }
        return UInt64(host.read { $0.identifier(of: index) })
    }
}

@Suite(.timeLimit(.minutes(1))) struct ReconnectionTests {
    @Test func `Updates survive dropped connections and stores that are started again, each once and in order`()
        async throws
    {
        let store = try StoppableStore()
        try await StoreConnection.isolated {
            let url = try #require(URL(string: "http://127.0.0.1:\(store.port)"))
            try await StoreConnection.connect(to: url, trusting: store.authority.root.derRepresentation)
            var updates = Transaction.updates.makeAsyncIterator()
            for _ in 0..<3 {
                let connected = try store.buy()
                #expect(try await updates.next()?.payloadValue.id == connected)
                await store.stop()
                let missed = [try store.buy(), try store.buy()]
                // The app goes on reading while the store is away, and is told what it knew last.
                #expect(await Transaction.unfinished.identifiers().contains(connected ?? 0))
                try store.start()
                for id in missed { #expect(try await updates.next()?.payloadValue.id == id) }
            }
            #expect(await Transaction.unfinished.identifiers().count == 9)
        }
        await store.stop()
    }

    @Test func `What is finished while the store is away is told when it is back`() async throws {
        let store = try StoppableStore()
        try await StoreConnection.isolated {
            let url = try #require(URL(string: "http://127.0.0.1:\(store.port)"))
            try await StoreConnection.connect(to: url, trusting: store.authority.root.derRepresentation)
            let product = try #require(try await Product.products(for: ["coins"]).first)
            guard case .success(.verified(let bought)) = try await product.purchase() else {
                Issue.record("not bought")
                return
            }
            await store.stop()
            await bought.finish()
            #expect(await Transaction.unfinished.identifiers().isEmpty)
            try store.start()
            #expect(await Transaction.unfinished.identifiers().isEmpty)
            #expect(store.host.read { $0.transaction(identifier: String(bought.id))?.isFinished } == true)
        }
        await store.stop()
    }
}
