// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

/// Renewals that fail because a test says so, whatever the store's switches.
@Suite struct FailedRenewalTests {
    @Test("The period ends now, and grace is as long as asked for", arguments: [3, 16, 28])
    func grace(days: Int) throws {
        var shop = try Shop()
        try shop.buy("monthly")
        shop.advance(to: "2026-02-10T10:00:00Z")
        try shop.perform(.failRenewal(subscription: try shop.subscription.index, graceDays: days))
        let due = instant("2026-02-10T10:00:00Z")
        #expect(try shop.latest.expiresDate == due)
        let end = due + Int64(days) * 86_400_000
        #expect(
            try shop.subscription.state == .gracePeriod(due: due, until: end, retryUntil: due + 60 * 86_400_000))
        shop.advance(to: end)
        #expect(try shop.subscription.state.status == .billingRetry)
        #expect(
            shop.notifications == [
                "SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW/GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
            ])
    }

    @Test("Without grace billing retry begins at once")
    func retry() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.perform(.failRenewal(subscription: try shop.subscription.index, graceDays: nil))
        #expect(try shop.subscription.state.status == .billingRetry)
        try shop.perform(.resolveBillingIssue(subscription: try shop.subscription.index))
        #expect(try shop.subscription.state.status == .active)
    }

    @Test("What does not renew or is not active cannot fail to renew")
    func refusals() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        let index = try shop.subscription.index
        try shop.perform(.setAutoRenew(subscription: index, false))
        #expect(throws: Refusal.self) { try shop.perform(.failRenewal(subscription: index, graceDays: nil)) }
        #expect(try shop.subscription.state.status == .active)
        try shop.perform(.expire(subscription: index))
        let refusal = #expect(throws: Refusal.self) {
            try shop.perform(.failRenewal(subscription: index, graceDays: 3))
        }
        #expect(refusal?.code == .invalidAction)
        #expect(try shop.subscription.state.status == .expired)
    }

    @Test("A used introductory offer can be had again after a reset, but not while subscribed")
    func introductoryReset() throws {
        var shop = try Shop()
        try shop.buy("trial.free")
        let group = try shop.subscription.groupID
        func isEligible() -> Bool { shop.engine.isEligibleForIntroductoryOffer(shop.customer, group: group) }
        try shop.perform(.resetIntroductoryOffers(account: shop.customer))
        #expect(!isEligible())
        try shop.perform(.expire(subscription: try shop.subscription.index))
        #expect(isEligible())
        try shop.buy("trial.free")
        try shop.perform(.expire(subscription: try shop.subscription.index))
        #expect(!isEligible())
    }
}
