// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct ExtensionTests {
    private static let firstEnd = instant("2026-02-28T10:00:00Z")

    @Test("An extension moves the end of the present period, and later ends are counted from there")
    func one() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        let end = try shop.extend(10)
        #expect(end == Self.firstEnd + 10 * Shop.day)
        #expect(shop.engine[first.index].expiresDate == end)
        #expect(try shop.renewalInfo.renewalDate == end.date)
        shop.advance(to: Self.firstEnd)
        #expect(try shop.latest.index == first.index)
        shop.advance(to: end)
        #expect(try shop.latest.expiresDate == instant("2026-04-10T10:00:00Z"))
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "RENEWAL_EXTENDED", "DID_RENEW"])
    }

    @Test("A request is carried out once")
    func idempotent() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        let end = try shop.extend(10)
        _ = shop.takeEffects()
        #expect(try shop.extend(10) == end)
        #expect(shop.effects.isEmpty)
        #expect(try shop.extend(5, request: "r2") == end + 5 * Shop.day)
    }

    @Test("Extensions follow the time rate, and last a second at least")
    func scaled() throws {
        let cases: [(TimeRate, Int, Int64)] = [
            (.realTime, 90, 90 * Shop.day), (.oneMinuteIsOneDay, 2, 120_000), (.oneSecondIsOneDay, 1, 1000),
            (.monthlyRenewalEveryThirtySeconds, 30, 30_000), (.monthlyRenewalEveryThirtySeconds, 1, 1000),
            (.oneRenewalEveryTwoSeconds, 90, 6000), (.oneRenewalEveryTwoSeconds, 3, 1000),
        ]
        for (rate, days, length) in cases {
            var settings = StoreSettings()
            settings.timeRate = rate
            var shop = try Shop(settings: settings)
            let end = try #require(try shop.buy("monthly").expiresDate)
            #expect(try shop.extend(days) - end == length, "\(rate) \(days)")
        }
    }

    @Test("There are two extensions within 365 days, and a third after them")
    func limit() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.extend(1, request: "a")
        shop.advance(to: Shop.opening + Shop.day)
        try shop.extend(1, request: "b")
        shop.advance(to: Shop.opening + (365 * Shop.day - 1))
        let refusal = #expect(throws: Refusal.self) { try shop.extend(1, request: "c") }
        #expect(refusal?.code == .extensionLimitReached)
        shop.advance(to: Shop.opening + 365 * Shop.day)
        try shop.extend(1, request: "c")
    }

    @Test("Days, and the identifier's length, have limits")
    func terms() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        for days in [0, 91, -1] {
            let refusal = #expect(throws: Refusal.self) { try shop.extend(days) }
            #expect(refusal?.code == .invalidExtendByDays)
        }
        for request in ["", String(repeating: "x", count: 129)] {
            let refusal = #expect(throws: Refusal.self) { try shop.extend(1, request: request) }
            #expect(refusal?.code == .invalidRequestIdentifier)
        }
        try shop.extend(90, request: String(repeating: "x", count: 128))
    }

    @Test(
        "What is free, failing, over or taken back is not extended",
        arguments: ["free", "grace", "retry", "expired", "revoked"])
    func ineligible(_ state: String) throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = state == "grace" || state == "retry"
        settings.gracePeriodDays = state == "grace" ? 16 : nil
        var shop = try Shop(settings: settings)
        let record = try shop.buy(state == "free" ? "trial.free" : "monthly")
        switch state {
        case "grace", "retry": shop.advance(to: Self.firstEnd)
        case "expired": try shop.perform(.expire(subscription: try shop.subscription.index))
        case "revoked": try shop.perform(.refund(transaction: record.index, reason: .refundedForOtherReason))
        default: break
        }
        let before = try shop.subscription
        let refusal = #expect(throws: Refusal.self) { try shop.extend(1) }
        #expect(refusal?.code == .extensionIneligible)
        #expect(try shop.subscription == before)
    }

    @Test("A cancelled subscription is extended and then ends")
    func cancelled() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        let end = try shop.extend(3)
        shop.advance(to: end + -1)
        #expect(try shop.subscription.state.isEntitled)
        shop.advance(to: end)
        #expect(try shop.subscription.state == .expired(at: end, reason: .customerCancelled))
    }

    @Test("Everybody's extension reaches the active subscribers of the product and counts them")
    func all() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.extend(1, request: "a")
        try shop.extend(1, request: "b")
        let second = try shop.buy("monthly", for: try shop.openAccount(in: "USA"))
        let abroad = try shop.buy("monthly", for: try shop.openAccount(in: "JPN"))
        let other = try shop.buy("pro", for: try shop.openAccount(in: "USA"))
        let lapsed = try shop.buy("monthly", for: try shop.openAccount(in: "USA"))
        try shop.perform(.expire(subscription: try #require(lapsed.subscription)))
        _ = shop.takeEffects()
        try shop.extendAll("monthly", in: ["USA", "ITA"])
        #expect(
            shop.notifications == ["RENEWAL_EXTENSION/FAILURE", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION/SUMMARY"])
        #expect(shop.engine[second.index].expiresDate == Self.firstEnd + 7 * Shop.day)
        #expect(shop.engine[abroad.index].expiresDate == Self.firstEnd)
        #expect(shop.engine[other.index].expiresDate == Self.firstEnd)
        let summary = try #require(shop.engine.extensions.summaries["all"])
        #expect(summary.succeeded == 1)
        #expect(summary.failed == 1)
        #expect(summary.completedAt == shop.engine.now)
        let record = try #require(shop.notificationRecords.last)
        let payload = shop.engine.payload(
            of: record, signedTransaction: nil, signedRenewalInfo: nil, signedAt: record.date)
        #expect(payload.data == nil)
        #expect(
            payload.summary
                == Summary(
                    environment: .sandbox, appAppleId: 1234, bundleId: "com.example.shop", productId: "monthly",
                    requestIdentifier: "all", storefrontCountryCodes: ["USA", "ITA"], succeededCount: 1,
                    failedCount: 1))
        _ = shop.takeEffects()
        try shop.extendAll("monthly")
        #expect(shop.effects.isEmpty, "the same request again")
    }

    @Test("Everybody's extension needs a subscription that exists and storefronts that do")
    func allRefused() throws {
        var shop = try Shop()
        for (product, storefronts, code) in [
            ("nothing", nil, Refusal.Code.productUnavailable), ("coins", nil, .productUnavailable),
            ("monthly", ["XYZ"], .unknownStorefront),
        ] as [(String, [String]?, Refusal.Code)] {
            let refusal = #expect(throws: Refusal.self) { try shop.extendAll(product, in: storefronts) }
            #expect(refusal?.code == code)
        }
        #expect(shop.engine.extensions.summaries.isEmpty)
    }
}
