// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct PurchaseTests {
    @Test("A consumable is a new purchase each time")
    func consumable() throws {
        var shop = try Shop()
        let first = try shop.buy("coins", quantity: 3)
        let second = try shop.buy("coins")
        #expect(first.quantity == 3)
        // The price of all three, as the App Store Server API documents `price`.
        #expect(first.price == 2970 && second.price == 990)
        #expect(shop.engine.payload(of: first, signedAt: shop.engine.now).price == 2970)
        #expect(first.original == first.index)
        #expect(second.original == second.index)
        #expect(shop.notifications == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
    }

    @Test("A non-consumable bought twice is the one already held, and nothing is charged")
    func nonConsumable() throws {
        var shop = try Shop()
        let first = try shop.buy("lifetime")
        #expect(try shop.buy("lifetime") == first)
        #expect(shop.notifications == ["ONE_TIME_CHARGE"])
    }

    @Test("A refunded non-consumable can be bought again and keeps its original transaction")
    func nonConsumableAfterRefund() throws {
        var shop = try Shop()
        let first = try shop.buy("lifetime")
        try shop.perform(.refund(transaction: first.index, reason: .refundedForOtherReason))
        let second = try shop.buy("lifetime")
        #expect(second.index != first.index)
        #expect(second.original == first.index)
        #expect(shop.notifications == ["ONE_TIME_CHARGE", "REFUND", "ONE_TIME_CHARGE"])
    }

    @Test("A non-renewing subscription has no end and can be bought twice")
    func nonRenewing() throws {
        var shop = try Shop()
        let first = try shop.buy("season")
        let second = try shop.buy("season")
        #expect(first.index != second.index)
        #expect(first.expiresDate == nil)
    }

    @Test(
        "What cannot be bought is refused, and nothing has changed",
        arguments: [
            ("nothing", 1, Refusal.Code.productUnavailable), ("coins", 0, .invalidQuantity),
            ("coins", 11, .invalidQuantity), ("lifetime", 2, .invalidQuantity), ("monthly", 2, .invalidQuantity),
        ])
    func refusals(productID: String, quantity: Int, code: Refusal.Code) throws {
        var shop = try Shop()
        let refusal = #expect(throws: Refusal.self) { try shop.buy(productID, quantity: quantity) }
        #expect(refusal?.code == code)
        #expect(shop.effects.isEmpty)
        #expect(shop.engine.transactions.isEmpty)
    }

    @Test("Finishing is announced once and can be repeated")
    func finish() throws {
        var shop = try Shop()
        let record = try shop.buy("coins")
        _ = shop.takeEffects()
        for _ in 0..<2 { try shop.perform(.finish(account: shop.customer, transaction: record.index)) }
        #expect(shop.takeEffects().count == 1)
        #expect(shop.engine[record.index].isFinished)
    }

    @Test("A purchase is refunded once")
    func refundTwice() throws {
        var shop = try Shop()
        let record = try shop.buy("coins")
        try shop.perform(.refund(transaction: record.index, reason: .refundedDueToIssue))
        let refusal = #expect(throws: Refusal.self) {
            try shop.perform(.refund(transaction: record.index, reason: .refundedDueToIssue))
        }
        #expect(refusal?.code == .invalidAction)
    }

    @Test("A cleared history is gone: its transactions are not found, and its subscriptions do not renew")
    func clearHistory() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        try shop.perform(.clearHistory(account: shop.customer))
        _ = shop.takeEffects()
        shop.advance(to: "2027-01-01T00:00:00Z")
        #expect(shop.effects.isEmpty)
        #expect(shop.engine.transaction(identifier: shop.engine.identifier(of: record.index)) == nil)
        #expect(try shop.buy("monthly").original != record.index)
    }

    @Test("A store cannot be set to a storefront that does not exist")
    func unknownStorefront() throws {
        var shop = try Shop()
        var settings = StoreSettings()
        settings.storefront = "ATL"
        let refusal = #expect(throws: Refusal.self) { try shop.perform(.configure(settings)) }
        #expect(refusal?.code == .unknownStorefront)
        #expect(shop.engine.settings.storefront == "USA")
    }

    @Test("An account moves to a storefront that exists, and later purchases are made there")
    func moveAccount() throws {
        var shop = try Shop()
        try shop.perform(.moveAccount(account: shop.customer, storefront: "ITA"))
        #expect(try shop.buy("coins").storefront.countryCode == "ITA")
        let refusal = #expect(throws: Refusal.self) {
            try shop.perform(.moveAccount(account: shop.customer, storefront: "ATL"))
        }
        #expect(refusal?.code == .unknownStorefront)
    }
}
