// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

/// What a test does to subscriptions is done when the call returns.
@Suite struct SubscriptionActionTests {
    private func status(_ group: String = "C0A7E510") async throws -> Product.SubscriptionInfo.Status {
        try #require(try await Product.SubscriptionInfo.status(for: group).first)
    }

    @Test("Expiring ends access before it returns, and cancels")  // Case 86
    func expire() async throws {
        try await withSession { session in
            let bought = try await buy("corner.plus.monthly")
            session.advance(by: .seconds(86_400))
            try session.expireSubscription(productIdentifier: "corner.plus.monthly")
            #expect(await productIDs(Transaction.currentEntitlements) == [])
            let status = try await status()
            #expect(status.state == .expired)
            #expect(try status.renewalInfo.payloadValue.willAutoRenew == false)
            let transaction = try status.transaction.payloadValue
            #expect(transaction.id == bought.id)
            let end = try #require(transaction.expirationDate)
            #expect(abs(end.timeIntervalSince(session.now)) < 60, "it ends now")
            let error = #expect(throws: SKTestError.self) {
                try session.expireSubscription(productIdentifier: "corner.plus.monthly")
            }
            #expect(error?.code == .invalidAction)
        }
    }

    @Test("A forced renewal ends the period, begins the next one and switches renewal on")
    func forceRenewal() async throws {
        try await withSession { session in
            let bought = try await buy("corner.plus.monthly")
            try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
            try session.forceRenewalOfSubscription(productIdentifier: "corner.plus.monthly")
            let status = try await status()
            #expect(status.state == .subscribed)
            #expect(try status.renewalInfo.payloadValue.willAutoRenew)
            let renewal = try status.transaction.payloadValue
            #expect(renewal.reason == .renewal)
            #expect(renewal.originalID == bought.id)
            let first = session.allTransactions().last
            #expect(first?.expirationDate == renewal.purchaseDate)
        }
    }

    @Test("In billing retry nothing can be forced to renew, and the issue stays")
    func forceRenewalInRetry() async throws {
        try await withSession { session in
            _ = try await buy("corner.plus.monthly")
            try session.failRenewalOfSubscription(productIdentifier: "corner.plus.monthly")
            let error = #expect(throws: SKTestError.self) {
                try session.forceRenewalOfSubscription(productIdentifier: "corner.plus.monthly")
            }
            #expect(error?.code == .invalidAction)
            #expect(try await status().state == .inBillingRetryPeriod)
        }
    }

    @Test("One call brings a subscription into grace, as long as the test wants")  // Cases 16, 86
    func grace() async throws {
        try await withSession { session in
            let bought = try await buy("corner.plus.monthly")
            await bought.finish()
            try session.failRenewalOfSubscription(productIdentifier: "corner.plus.monthly", gracePeriodDays: 28)
            var status = try await status()
            #expect(status.state == .inGracePeriod)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
            let end = try #require(try status.renewalInfo.payloadValue.gracePeriodExpirationDate)
            #expect(try status.transaction.payloadValue.expirationDate?.addingTimeInterval(28 * 86_400) == end)
            session.advance(to: end)
            status = try await self.status()
            #expect(status.state == .inBillingRetryPeriod)
            #expect(await productIDs(Transaction.currentEntitlements) == [])
            #expect(
                session.allNotifications().map(\.type) == ["SUBSCRIBED", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED"])
        }
    }

    @Test("A renewal fails on request only where one is due")
    func failRenewalRefused() async throws {
        try await withSession { session in
            let bought = try await buy("corner.plus.monthly")
            try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
            let error = #expect(throws: SKTestError.self) {
                try session.failRenewalOfSubscription(productIdentifier: "corner.plus.monthly")
            }
            #expect(error?.code == .invalidAction)
            #expect(try await status().state == .subscribed)
        }
    }

    @Test("The length of grace is chosen, and kept while the switch is off", arguments: [3, 16, 28, 5])
    func graceLength(days: Int) async throws {
        try await withSession { session in
            #expect(session.billingGracePeriodDays == 16)
            session.shouldEnterBillingRetryOnRenewal = true
            session.billingGracePeriodDays = days
            #expect(!session.billingGracePeriodIsEnabled)
            session.billingGracePeriodIsEnabled = true
            #expect(session.billingGracePeriodDays == days)
            let bought = try await buy("corner.plus.monthly")
            let due = try #require(bought.expirationDate)
            session.advance(to: due)
            let end = try await status().renewalInfo.payloadValue.gracePeriodExpirationDate
            #expect(end == due.addingTimeInterval(Double(days) * 86_400))
            session.resetToDefaultState()
            #expect(session.billingGracePeriodDays == 16)
        }
    }

    @Test("A weekly subscription has six days of grace at most")
    func weeklyGrace() async throws {
        try await withSession { session in
            _ = try await buy("corner.paper.weekly")
            try session.failRenewalOfSubscription(productIdentifier: "corner.paper.weekly", gracePeriodDays: 16)
            let status = try await status("C0A7E520")
            let end = try status.transaction.payloadValue.expirationDate?.addingTimeInterval(6 * 86_400)
            #expect(try status.renewalInfo.payloadValue.gracePeriodExpirationDate == end)
        }
    }

    @Test("Grace counts for nothing while renewals can be charged")
    func graceAlone() async throws {
        try await withSession { session in
            session.billingGracePeriodIsEnabled = true
            let bought = try await buy("corner.plus.monthly")
            session.advance(to: try #require(bought.expirationDate))
            #expect(try await status().state == .subscribed)
        }
    }

    @Test("An introductory offer that was used can be had again after a reset")
    func introductoryOffer() async throws {
        try await withSession { session in
            #expect(try await buy("corner.pro.monthly").offer?.type == .introductory)
            try session.expireSubscription(productIdentifier: "corner.pro.monthly")
            #expect(try await buy("corner.pro.monthly").offer == nil)
            try session.expireSubscription(productIdentifier: "corner.pro.monthly")
            session.resetIntroductoryOfferEligibility()
            #expect(session.allTransactions().count == 2, "the history stays")
            let pro = try #require(try await Product.products(for: ["corner.pro.monthly"]).first)
            #expect(await pro.subscription?.isEligibleForIntroOffer == true)
            #expect(try await buy("corner.pro.monthly").offer?.type == .introductory)
        }
    }

    @Test("The refund of a past period takes back that period alone")
    func pastRefund() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            session.advance(to: try #require(first.expirationDate))
            try session.refundTransaction(identifier: UInt(first.id))
            #expect(try await status().state == .subscribed)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
            #expect(session.allTransactions().map { $0.cancelDate != nil } == [false, true])
        }
    }

    @Test("A non-renewing subscription bought twice is listed twice, and the refund of one leaves the other")
    func nonRenewing() async throws {
        try await withSession { session in
            let first = try await session.buyProduct(identifier: "corner.season")
            try await session.buyProduct(identifier: "corner.season")
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.season", "corner.season"])
            try session.refundTransaction(identifier: UInt(first.id))
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.season"])
        }
    }
}
