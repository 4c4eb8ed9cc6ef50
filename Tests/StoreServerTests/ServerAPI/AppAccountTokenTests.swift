// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct AppAccountTokenTests {
    static let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"

    func set(_ store: TestStore, _ id: String, _ body: String? = nil) async throws -> TestStore.Answer {
        try await store.server(
            "/inApps/v1/transactions/\(id)/appAccountToken", method: .put,
            body: body ?? #"{"appAccountToken": "\#(Self.token.uppercased())"}"#)
    }

    @Test("The present period and those that follow carry the token, past ones do not")
    func namesTheCustomerFromNowOn() async throws {
        let store = try TestStore()
        let first = try store.buy(Shop.monthly)
        store.host.advance(by: 40 * 86_400_000)
        let answer = try await set(store, first)
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        store.host.advance(by: 30 * 86_400_000)
        try store.buy(Shop.yearly)
        let tokens = store.host.read { engine in
            engine.transactions.map { engine.payload(of: $0, signedAt: engine.now).appAccountToken }
        }
        let token = UUID(uuidString: Self.token)
        #expect(tokens == [nil, token, token, token])
        let renewal = store.host.read { engine in
            engine.payload(of: engine.renewal(of: engine.subscriptions[0]), signedAt: engine.now)
        }
        #expect(renewal.appAccountToken == token)
    }

    @Test("A purchase made once is named itself, and comes again in the history")
    func namesPurchases() async throws {
        let store = try TestStore()
        let lamp = try store.buy(Shop.lamp, token: UUID())
        try store.buy(Shop.coins)
        let before = try await store.server("/inApps/v2/history/\(lamp)").decode(HistoryResponse.self)
        _ = try await set(store, lamp)
        let revision = try #require(before.revision)
        let changed = try await store.server("/inApps/v2/history/\(lamp)?revision=\(revision)")
            .decode(HistoryResponse.self)
        #expect(changed.signedTransactions?.count == 1)
        let payload = try store.transaction(changed.signedTransactions?.first)
        #expect(payload.transactionId == lamp)
        #expect(payload.appAccountToken == UUID(uuidString: Self.token))
    }

    @Test("A token that is no UUID, and a transaction that is not the first of its purchase, are refused")
    func refuses() async throws {
        let store = try TestStore()
        let first = try store.buy(Shop.monthly)
        store.host.advance(by: 40 * 86_400_000)
        let second = store.host.read { $0.identifier(of: $0.transactions[1].index) }
        let download = store.host.read { $0.accounts[0].appTransactionID }
        #expect(try await set(store, first, #"{"appAccountToken": "x"}"#).errorCode == 4_000_183)
        #expect(try await set(store, first, #"{}"#).errorCode == 4_000_183)
        #expect(try await set(store, second).errorCode == 4_000_187)
        #expect(try await set(store, "abc").errorCode == 4_000_006)
        #expect(try await set(store, "2000000000009999").errorCode == 4_040_005)
        #expect(try await set(store, download).errorCode == 4_000_048)
    }
}
