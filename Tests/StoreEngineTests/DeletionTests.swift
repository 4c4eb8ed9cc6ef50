// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct DeletionTests {
    @Test("A deleted transaction is gone, and what is left is told again without being news")
    func deleted() throws {
        var shop = try Shop()
        let coins = try shop.buy("coins")
        let lifetime = try shop.buy("lifetime")
        _ = shop.takeEffects()
        try shop.perform(.deleteTransaction(coins.index))
        #expect(shop.engine.transactions(of: shop.customer) == [lifetime.index])
        #expect(shop.engine.transaction(identifier: shop.engine.identifier(of: coins.index)) == nil)
        #expect(shop.effects == [.historyCleared(shop.customer), .transaction(lifetime, .rewrite)])
        let refusal = #expect(throws: Refusal.self) { try shop.perform(.deleteTransaction(coins.index)) }
        #expect(refusal?.code == .unknownTransaction)
    }

    @Test("A deleted non-consumable can be bought again, and a deleted trial had again")
    func boughtAgain() throws {
        var shop = try Shop()
        let lifetime = try shop.buy("lifetime")
        let trial = try shop.buy("trial.free")
        for record in [lifetime, trial] { try shop.perform(.deleteTransaction(record.index)) }
        #expect(try shop.buy("lifetime").original != lifetime.index)
        #expect(try shop.buy("trial.free").offer?.type == .introductoryOffer)
    }

    @Test("A subscription whose last transaction is deleted is over; one whose first is goes on")
    func subscription() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        shop.advance(to: "2026-03-01T00:00:00Z")
        try shop.perform(.deleteTransaction(first.index))
        #expect(try shop.subscription.state.isEntitled)
        try shop.perform(.deleteTransaction(try shop.latest.index))
        #expect(shop.engine[shop.customer].subscriptions.isEmpty)
        _ = shop.takeEffects()
        shop.advance(to: "2027-01-01T00:00:00Z")
        #expect(shop.effects.isEmpty)
    }
}
