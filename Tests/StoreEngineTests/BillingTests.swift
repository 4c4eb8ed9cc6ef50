// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct BillingTests {
    /// A shop in which the monthly subscription's first renewal has just failed.
    private func failing(grace days: Int?) throws -> Shop {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        settings.gracePeriodDays = days
        var shop = try Shop(settings: settings)
        try shop.buy("monthly")
        shop.advance(to: "2026-02-28T10:00:00Z")
        return shop
    }

    @Test("Without grace a failed renewal takes access away and is retried for 60 days")
    func retryExhausted() throws {
        var shop = try failing(grace: nil)
        #expect(try shop.subscription.state.status == .billingRetry)
        #expect(try !shop.subscription.state.isEntitled)
        shop.advance(to: instant("2026-02-28T10:00:00Z") + (60 * 86_400_000 - 1))
        #expect(try shop.subscription.state.status == .billingRetry)
        shop.advance(to: instant("2026-02-28T10:00:00Z") + 60 * 86_400_000)
        #expect(try shop.subscription.state.status == .expired)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW", "EXPIRED/BILLING_RETRY"])
    }

    @Test("With grace access lasts 16 days, then billing retry goes on")
    func grace() throws {
        var shop = try failing(grace: 16)
        #expect(try shop.subscription.state.isEntitled)
        #expect(try shop.subscription.state.status == .billingGracePeriod)
        shop.advance(to: "2026-03-16T10:00:00Z")
        #expect(try shop.subscription.state.status == .billingRetry)
        shop.advance(to: "2026-12-01T00:00:00Z")
        #expect(
            shop.notifications == [
                "SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW/GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
                "EXPIRED/BILLING_RETRY",
            ])
    }

    @Test("Paid within grace nothing is lost: the next period begins where the last one ended")
    func recoveryInGrace() throws {
        var shop = try failing(grace: 16)
        shop.advance(to: "2026-03-10T00:00:00Z")
        try shop.perform(.resolveBillingIssue(subscription: try shop.subscription.index))
        #expect(try shop.latest.purchaseDate == instant("2026-02-28T10:00:00Z"))
        #expect(try shop.latest.expiresDate == instant("2026-03-31T10:00:00Z"))
        #expect(shop.notifications.last == "DID_RENEW/BILLING_RECOVERY")
    }

    @Test("Whoever cancels in billing retry is not charged any more")
    func cancelledInRetry() throws {
        var shop = try failing(grace: nil)
        shop.advance(to: "2026-03-10T00:00:00Z")
        let index = try shop.subscription.index
        try shop.perform(.setAutoRenew(subscription: index, false))
        #expect(try shop.subscription.state == .expired(at: shop.engine.now, reason: .customerCancelled))
        let refusal = #expect(throws: Refusal.self) { try shop.perform(.resolveBillingIssue(subscription: index)) }
        #expect(refusal?.code == .invalidAction)
        #expect(
            shop.notifications == [
                "SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                "EXPIRED/VOLUNTARY",
            ])
    }

    @Test("Whoever cancels in grace has access until grace ends, and is not charged unless renewal is on again")
    func cancelledInGrace() throws {
        var shop = try failing(grace: 16)
        let index = try shop.subscription.index
        try shop.perform(.setAutoRenew(subscription: index, false))
        #expect(try shop.subscription.state.isEntitled)
        #expect(throws: Refusal.self) { try shop.perform(.resolveBillingIssue(subscription: index)) }
        var other = shop
        try other.perform(.setAutoRenew(subscription: index, true))
        try other.perform(.resolveBillingIssue(subscription: index))
        #expect(other.notifications.last == "DID_RENEW/BILLING_RECOVERY")
        shop.advance(to: "2026-03-16T10:00:00Z")
        #expect(
            try shop.subscription.state == .expired(at: instant("2026-03-16T10:00:00Z"), reason: .customerCancelled))
        #expect(shop.notifications.last == "EXPIRED/VOLUNTARY")
    }

    @Test("Paid in retry a new period begins at the payment")
    func recoveryInRetry() throws {
        var shop = try failing(grace: nil)
        shop.advance(to: "2026-03-10T00:00:00Z")
        try shop.perform(.resolveBillingIssue(subscription: try shop.subscription.index))
        #expect(try shop.latest.purchaseDate == instant("2026-03-10T00:00:00Z"))
        #expect(try shop.latest.expiresDate == instant("2026-04-10T00:00:00Z"))
        #expect(shop.notifications.last == "DID_RENEW/BILLING_RECOVERY")
    }

    @Test("Renewal infos tell grace, retry and lapse apart")
    func renewalInfos() throws {
        var shop = try failing(grace: 16)
        let grace = shop.engine.payload(of: shop.engine.renewal(of: try shop.subscription), signedAt: shop.engine.now)
        #expect(grace.isInBillingRetryPeriod == true)
        #expect(grace.gracePeriodExpiresDate == instant("2026-03-16T10:00:00Z").date)
        shop.advance(to: "2026-03-16T10:00:00Z")
        let retry = shop.engine.payload(of: shop.engine.renewal(of: try shop.subscription), signedAt: shop.engine.now)
        #expect(retry.isInBillingRetryPeriod == true)
        #expect(retry.gracePeriodExpiresDate == nil)
        #expect(retry.expirationIntent == .billingError)
        shop.advance(to: "2026-12-01T00:00:00Z")
        let lapse = shop.engine.payload(of: shop.engine.renewal(of: try shop.subscription), signedAt: shop.engine.now)
        #expect(lapse.isInBillingRetryPeriod == false)
        #expect(lapse.autoRenewStatus == .off)
        #expect(lapse.renewalPrice == nil)
    }
}
