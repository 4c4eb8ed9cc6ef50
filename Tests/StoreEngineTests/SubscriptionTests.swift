// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct SubscriptionTests {
    @Test("A month that began on the 31st renews at the ends of the months after it")
    func renewals() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        #expect(first.expiresDate == instant("2026-02-28T10:00:00Z"))
        shop.advance(to: "2026-04-30T10:00:00Z")
        let periods = shop.engine.transactions.map(\.expiresDate)
        #expect(
            periods == [
                instant("2026-02-28T10:00:00Z"), instant("2026-03-31T10:00:00Z"), instant("2026-04-30T10:00:00Z"),
                instant("2026-05-31T10:00:00Z"),
            ])
        #expect(shop.engine.transactions.allSatisfy { $0.original == first.index })
        #expect(shop.engine.transactions.dropFirst().allSatisfy { $0.reason == .renewal })
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "DID_RENEW", "DID_RENEW"])
    }

    @Test("A cancelled subscription lasts to the end of its period and expires by the customer's will")
    func cancelled() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        shop.advance(to: instant("2026-02-28T10:00:00Z") + -1)
        #expect(try shop.subscription.state.isEntitled)
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(
            try shop.subscription.state == .expired(at: instant("2026-02-28T10:00:00Z"), reason: .customerCancelled))
        #expect(
            shop.notifications == [
                "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY",
            ])
    }

    @Test("Renewal switched on again goes on, and switching to what it is says nothing")
    func autoRenewOnAgain() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        let index = try shop.subscription.index
        for renews in [false, false, true, true] {
            try shop.perform(.setAutoRenew(subscription: index, renews))
        }
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(
            shop.notifications == [
                "SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "DID_RENEW",
            ])
    }

    @Test("Buying after a lapse is a new transaction with the same original")
    func resubscribe() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        shop.advance(to: "2026-03-10T00:00:00Z")
        let second = try shop.buy("monthly")
        #expect(second.original == first.index)
        #expect(second.reason == .purchase)
        #expect(second.expiresDate == instant("2026-04-10T00:00:00Z"))
        #expect(shop.notifications.last == "SUBSCRIBED/RESUBSCRIBE")
        #expect(try shop.subscription.recentStart == first.purchaseDate, "a gap of ten days does not count")
    }

    @Test("A lapse of more than 60 days begins a new time as a subscriber")
    func longLapse() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        shop.advance(to: "2026-06-01T00:00:00Z")
        let second = try shop.buy("monthly")
        #expect(try shop.subscription.recentStart == second.purchaseDate)
    }

    @Test("Buying what is held returns the held transaction and takes a cancellation back")
    func buyHeld() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        #expect(try shop.buy("monthly").index == first.index)
        #expect(try shop.subscription.autoRenews)
        #expect(shop.notifications.last == "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED")
    }

    @Test(
        "Up, and between equals of equal length, changes at once",
        arguments: [("monthly", "pro"), ("monthly", "other"), ("weekly", "yearly")])
    func immediateChange(from: String, to: String) throws {
        var shop = try Shop()
        let first = try shop.buy(from)
        shop.advance(to: "2026-02-03T00:00:00Z")
        let second = try shop.buy(to)
        #expect(second.index != first.index)
        #expect(second.original == first.index)
        #expect(second.purchaseDate == instant("2026-02-03T00:00:00Z"))
        #expect(shop.engine[first.index].isUpgraded)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF/UPGRADE"])
    }

    @Test(
        "Down, and between equals of another length, changes at the renewal",
        arguments: [("pro", "monthly"), ("monthly", "yearly"), ("monthly", "weekly")])
    func changeAtRenewal(from: String, to: String) throws {
        var shop = try Shop()
        let first = try shop.buy(from)
        #expect(try shop.buy(to).index == first.index)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE"])
        shop.advance(to: try #require(first.expiresDate))
        let renewed = try shop.latest
        #expect(shop.engine.catalogue[renewed.product].product.id == to)
        #expect(renewed.purchaseDate == first.expiresDate)
        #expect(!shop.engine[first.index].isUpgraded)
        #expect(shop.notifications.last == "DID_RENEW")
    }

    @Test("A change that waits is taken back by buying what is held")
    func changeUndone() throws {
        var shop = try Shop()
        let first = try shop.buy("pro")
        try shop.buy("monthly")
        try shop.buy("pro")
        #expect(shop.notifications.last == "DID_CHANGE_RENEWAL_PREF")
        shop.advance(to: try #require(first.expiresDate))
        #expect(try shop.latest.product == first.product)
    }

    @Test("The refund of the current period revokes, that of a past one does not")
    func refunds() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        shop.advance(to: "2026-03-01T00:00:00Z")
        try shop.perform(.refund(transaction: first.index, reason: .refundedForOtherReason))
        #expect(try shop.subscription.state.isEntitled)
        try shop.perform(.refund(transaction: try shop.latest.index, reason: .refundedForOtherReason))
        #expect(try shop.subscription.state == .revoked(at: instant("2026-03-01T00:00:00Z")))
        shop.advance(to: "2027-01-01T00:00:00Z")
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "REFUND", "REFUND"])
    }

    @Test("Expiring ends the period now; renewing ends it and begins the next")
    func forced() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        shop.advance(to: "2026-02-10T00:00:00Z")
        let now = instant("2026-02-10T00:00:00Z")
        try shop.perform(.renew(subscription: try shop.subscription.index))
        #expect(shop.engine[first.index].expiresDate == now)
        #expect(try shop.latest.expiresDate == instant("2026-03-10T00:00:00Z"))
        try shop.perform(.expire(subscription: try shop.subscription.index))
        #expect(try shop.latest.expiresDate == now)
        #expect(try shop.subscription.state == .expired(at: now, reason: .customerCancelled))
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "EXPIRED/VOLUNTARY"])
    }

    @Test(
        "Sandbox and TestFlight end a subscription after their number of renewals; bought again it has as many",
        arguments: [(TimeRate.sandbox, 12), (.testFlight, 6)])
    func renewalLimits(rate: TimeRate, limit: Int) throws {
        var settings = StoreSettings()
        settings.timeRate = rate
        var shop = try Shop(settings: settings)
        for _ in 0..<2 {
            _ = shop.takeEffects()
            try shop.buy("yearly")
            shop.advance(to: shop.engine.now + 30 * 86_400_000)
            #expect(shop.notifications.filter { $0 == "DID_RENEW" }.count == limit)
            #expect(
                shop.notifications.suffix(2) == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY"])
        }
    }

    @Test("What is over cannot be switched, expired or renewed")
    func refusalsWhenOver() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        let index = try shop.subscription.index
        try shop.perform(.expire(subscription: index))
        let commands: [Command] = [
            .setAutoRenew(subscription: index, true), .expire(subscription: index), .renew(subscription: index),
            .resolveBillingIssue(subscription: index),
        ]
        for command in commands {
            let refusal = #expect(throws: Refusal.self) { try shop.perform(command) }
            #expect(refusal?.code == .invalidAction)
        }
    }
}
