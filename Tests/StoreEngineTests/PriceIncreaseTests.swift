// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct PriceIncreaseTests {
    private static let firstEnd = instant("2026-02-28T10:00:00Z")
    private static let secondEnd = instant("2026-03-31T10:00:00Z")

    private func asked(price: Int64 = 15_990) throws -> Shop {
        var shop = try Shop()
        try shop.buy("monthly")
        _ = shop.takeEffects()
        try shop.setPrice(of: "monthly", to: price, .follow(.needed))
        return shop
    }

    @Test("Who agrees pays the new price from the next renewal on, and the status goes with it")
    func agreed() throws {
        var shop = try asked()
        #expect(try shop.renewalInfo.priceIncreaseStatus == .customerHasNotResponded)
        #expect(try shop.renewalInfo.renewalPrice == 9990, "nothing is agreed yet")
        try shop.perform(.priceIncrease(.agree(subscription: try shop.subscription.index)))
        let info = try shop.renewalInfo
        #expect(info.priceIncreaseStatus == .customerConsentedOrWasNotifiedWithoutNeedingConsent)
        #expect(info.renewalPrice == 15_990)
        shop.advance(to: Self.firstEnd)
        #expect(try shop.latest.price == 15_990)
        #expect(try shop.renewalInfo.priceIncreaseStatus == nil)
        #expect(shop.notifications == ["PRICE_INCREASE/PENDING", "PRICE_INCREASE/ACCEPTED", "DID_RENEW"])
    }

    @Test("Without an answer the subscription ends at the renewal")
    func unanswered() throws {
        var shop = try asked()
        shop.advance(to: Self.firstEnd)
        #expect(
            try shop.subscription.state
                == .expired(at: Self.firstEnd, reason: .customerDidNotConsentToPriceIncrease))
        #expect(try shop.renewalInfo.priceIncreaseStatus == nil)
        #expect(shop.notifications == ["PRICE_INCREASE/PENDING", "EXPIRED/PRICE_INCREASE"])
        #expect(try shop.buy("monthly").price == 15_990)
    }

    @Test("Who declines, or cancels, is not asked any more and lapses with the period", arguments: [true, false])
    func declined(declines: Bool) throws {
        var shop = try asked()
        let index = try shop.subscription.index
        try shop.perform(
            declines ? .priceIncrease(.decline(subscription: index)) : .setAutoRenew(subscription: index, false))
        #expect(try shop.renewalInfo.priceIncreaseStatus == nil)
        #expect(try shop.renewalInfo.autoRenewStatus == .off)
        shop.advance(to: Self.firstEnd)
        #expect(try shop.subscription.state == .expired(at: Self.firstEnd, reason: .customerCancelled))
        #expect(shop.notifications == ["PRICE_INCREASE/PENDING", "DID_CHANGE_RENEWAL_STATUS", "EXPIRED/VOLUNTARY"])
    }

    @Test("Who declines and then lets it renew again pays the new price")
    func changedMind() throws {
        var shop = try asked()
        let index = try shop.subscription.index
        try shop.perform(.priceIncrease(.decline(subscription: index)))
        try shop.perform(.setAutoRenew(subscription: index, true))
        shop.advance(to: Self.firstEnd)
        #expect(try shop.latest.price == 15_990)
        #expect(shop.notifications.suffix(2) == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "DID_RENEW"])
    }

    @Test("A small rise is only told of")
    func notice() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        _ = shop.takeEffects()
        try shop.setPrice(of: "monthly", to: 10_990)
        #expect(
            try shop.renewalInfo.priceIncreaseStatus == .customerConsentedOrWasNotifiedWithoutNeedingConsent)
        shop.advance(to: Self.firstEnd)
        #expect(try shop.latest.price == 10_990)
        #expect(shop.notifications == ["PRICE_INCREASE/ACCEPTED", "DID_RENEW"])
    }

    @Test(
        "Consent is needed above half the price and above five a period, or fifty a year",
        arguments: [
            ("P1M", 9990, 14_990, false), ("P1M", 9990, 14_991, true), ("P1M", 20_000, 30_000, false),
            ("P1M", 20_000, 30_001, true), ("P1W", 1000, 6000, false), ("P1Y", 79_990, 129_990, false),
            ("P1Y", 79_990, 130_000, true), ("P1Y", 10_000, 60_000, false), ("P12M", 10_000, 60_001, true),
            ("P1M", 0, 5001, true), ("P1M", 9990, 4990, false),
        ] as [(String, Int64, Int64, Bool)])
    func rule(period: String, old: Int64, new: Int64, needsConsent: Bool) throws {
        let period = try #require(StoreKitConfiguration.Period(iso8601: period))
        #expect(ConsentRule.appStore.isLarge(from: old, to: new, period: period) == needsConsent)
    }

    @Test(
        "A second rise within a year needs consent, a year later it does not",
        arguments: [(364, "PENDING"), (365, "ACCEPTED")] as [(Int64, String)])
    func secondRise(days: Int64, subtype: String) throws {
        var shop = try Shop()
        try shop.setPrice(of: "monthly", to: 10_990)
        try shop.buy("monthly")
        shop.advance(to: Shop.opening + days * Shop.day)
        _ = shop.takeEffects()
        try shop.setPrice(of: "monthly", to: 11_990)
        #expect(shop.notifications == ["PRICE_INCREASE/\(subtype)"])
    }

    @Test("Only those who renew into the product in the storefront are told")
    func whom() throws {
        var shop = try Shop()
        try shop.buy("yearly")
        let abroad = try shop.openAccount(in: "JPN")
        try shop.buy("monthly", for: abroad)
        let cancelled = try shop.openAccount(in: "USA")
        let record = try shop.buy("monthly", for: cancelled)
        try shop.perform(.setAutoRenew(subscription: try #require(record.subscription), false))
        _ = shop.takeEffects()
        try shop.setPrice(of: "monthly", to: 30_000, in: ["USA"])
        #expect(shop.notifications == [])
        try shop.setPrice(of: "monthly", to: 30_000, in: ["JPN"])
        #expect(shop.notifications == ["PRICE_INCREASE/PENDING"])
    }

    @Test("While an offer sets the price, renewals need no consent; the first at the full price does")
    func duringOffer() throws {
        var shop = try Shop()
        try shop.buy("trial.asYouGo")
        try shop.setPrice(of: "trial.asYouGo", to: 30_000, .follow(.needed))
        shop.advance(to: "2026-04-29T00:00:00Z")
        #expect(try shop.latest.price == 1990)
        #expect(try shop.subscription.state.isEntitled)
        shop.advance(to: "2026-04-30T10:00:00Z")
        #expect(shop.notifications.last == "EXPIRED/PRICE_INCREASE")
    }

    @Test("A renewal that was due before is recovered at the old price, and the question stays")
    func recovery() throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        settings.gracePeriodDays = 16
        var shop = try Shop(settings: settings)
        try shop.buy("monthly")
        shop.advance(to: Self.firstEnd)
        try shop.setPrice(of: "monthly", to: 30_000)
        try shop.perform(.resolveBillingIssue(subscription: try shop.subscription.index))
        #expect(try shop.latest.price == 9990)
        #expect(try shop.renewalInfo.priceIncreaseStatus == .customerHasNotResponded)
        shop.advance(to: Self.secondEnd)
        #expect(shop.notifications.last == "EXPIRED/PRICE_INCREASE")
    }

    @Test("A renewal by force takes the question back")
    func forced() throws {
        var shop = try asked()
        try shop.perform(.renew(subscription: try shop.subscription.index))
        #expect(try shop.latest.price == 9990)
        #expect(try shop.renewalInfo.priceIncreaseStatus == nil)
    }

    @Test("A single subscriber can be asked, with or without another price", arguments: [nil, 12_990] as [Int64?])
    func single(price: Int64?) throws {
        var shop = try Shop()
        try shop.buy("monthly")
        let index = try shop.subscription.index
        try shop.perform(.priceIncrease(.request(subscription: index, price: price)))
        try shop.perform(.priceIncrease(.agree(subscription: index)))
        shop.advance(to: Self.secondEnd)
        #expect(try shop.latest.price == price ?? 9990)
    }

    @Test("Nobody is asked twice, answers unasked, or is asked when nothing renews")
    func refusals() throws {
        var shop = try asked()
        let index = try shop.subscription.index
        func expectRefusal(_ command: PriceIncreaseCommand) {
            let refusal = #expect(throws: Refusal.self) { try shop.perform(.priceIncrease(command)) }
            #expect(refusal?.code == .invalidAction)
        }
        expectRefusal(.request(subscription: index, price: nil))
        try shop.perform(.priceIncrease(.agree(subscription: index)))
        expectRefusal(.agree(subscription: index))
        expectRefusal(.decline(subscription: index))
        try shop.perform(.setAutoRenew(subscription: index, false))
        expectRefusal(.request(subscription: index, price: nil))
    }
}
