// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import Testing

/// An app that stays connected while its store is killed and started again with the same data.
@Suite(.timeLimit(.minutes(2))) struct RestartTests {
    private static let coins = "com.example.shop.coins.100"

    private func buyHere() async throws -> Transaction {
        let product = try #require(try await Product.products(for: [Self.coins]).first)
        guard case .success(let result) = try await product.purchase() else { throw NotBought() }
        return try result.payloadValue
    }

    private func buyElsewhere(_ store: OpenStore) async throws -> UInt64 {
        let answer = try await store.post("control/v1/purchases", #"{"productId":"\#(Self.coins)"}"#)
        return try #require((answer["transactionId"] as? String).flatMap(UInt64.init))
    }

    private struct NotBought: Error {}

    @Test func `An app neither loses nor repeats a transaction of a store that is killed and started again`()
        async throws
    {
        try await withDirectory { directory in
            try await StoreConnection.isolated {
                var port = 0
                var updates = Transaction.updates.makeAsyncIterator()
                var unheard: [UInt64] = []
                var unfinished: Set<UInt64> = []
                var known: Set<UInt64> = []
                for round in 0..<4 {
                    try await OpenStore.with(data: directory, port: port) { store in
                        if round == 0 {
                            try await StoreConnection.connect(to: store.greeting.url, trusting: store.root)
                            port = store.greeting.port
                            #expect(await Transaction.unfinished.identifiers().isEmpty)
                        }
                        // What was bought when the store was last heard of, and nothing before or after it.
                        unheard.append(try await buyElsewhere(store))
                        unfinished.formUnion(unheard)
                        for id in unheard {
                            #expect(try await updates.next()?.payloadValue.id == id)
                        }
                        #expect(Set(await Transaction.unfinished.identifiers()) == unfinished)
                        let finished = try await buyHere()
                        await finished.finish()
                        #expect(Set(await Transaction.unfinished.identifiers()) == unfinished)
                        known = unfinished
                        unheard = [try await buyElsewhere(store), try await buyElsewhere(store)]
                        unfinished.insert(try await buyHere().id)
                        store.tool.send(SIGKILL)
                    }
                    let offline = Set(await Transaction.unfinished.identifiers())
                    #expect(offline.isSuperset(of: known), "the app goes on with what it knew last")
                }
                #expect(unfinished.count == 14)
            }
        }
    }
}
