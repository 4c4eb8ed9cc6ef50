// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct RefundTests {
    private static let firstEnd = instant("2026-02-28T10:00:00Z")
    /// Half of the 28 days between the opening and the first end.
    private static let middle = Shop.opening + 14 * Shop.day

    private func refund(_ record: TransactionRecord) -> Command {
        .refund(transaction: record.index, reason: .refundedForOtherReason)
    }

    private func request(_ record: TransactionRecord, inApp: Bool = true) -> Command {
        .refundDesk(.request(transaction: record.index, reason: .unsatisfiedWithPurchase, inApp: inApp))
    }

    @Test("A request asks for consumption first and then cancels, when it is made in the app")
    func request() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        _ = shop.takeEffects()
        try shop.perform(request(record))
        #expect(shop.notifications == ["CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"])
        let notification = try #require(shop.notificationRecords.first)
        #expect(notification.renewal?.subscription.autoRenews == true, "as it was at the request")
        let payload = shop.engine.payload(
            of: notification, signedTransaction: "t", signedRenewalInfo: "r", signedAt: shop.engine.now)
        #expect(payload.data?.consumptionRequestReason == .unsatisfiedWithPurchase)
        #expect(try shop.subscription.state.isEntitled)
    }

    @Test("A request that cancels while a higher price is asked for says that renewal was switched off")
    func requestWhileAsked() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        try shop.setPrice(of: "monthly", to: 30_000)
        try shop.perform(request(record))
        #expect(shop.notifications.last == "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED")
        #expect(try shop.renewalInfo.priceIncreaseStatus == nil)
    }

    @Test("A request made elsewhere, of a past period or of something bought once, cancels nothing")
    func requestWithoutCancelling() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        shop.advance(to: Self.firstEnd)
        let coins = try shop.buy("coins")
        _ = shop.takeEffects()
        try shop.perform(request(first))
        try shop.perform(request(coins))
        try shop.perform(request(try shop.latest, inApp: false))
        #expect(shop.notifications == ["CONSUMPTION_REQUEST", "CONSUMPTION_REQUEST", "CONSUMPTION_REQUEST"])
        #expect(try shop.subscription.autoRenews)
    }

    @Test("A declined request leaves the purchase alone, and can be made again")
    func declined() throws {
        var shop = try Shop()
        let record = try shop.buy("coins")
        let decline = Command.refundDesk(.decline(transaction: record.index))
        var refusal = #expect(throws: Refusal.self) { try shop.perform(decline) }
        #expect(refusal?.code == .invalidAction)
        try shop.perform(request(record))
        refusal = #expect(throws: Refusal.self) { try shop.perform(request(record)) }
        #expect(refusal?.code == .invalidAction)
        try shop.perform(decline)
        try shop.perform(request(record))
        try shop.perform(decline)
        #expect(shop.engine[record.index].revocation == nil)
        #expect(shop.engine.money.entries.isEmpty)
        #expect(
            shop.notifications == [
                "ONE_TIME_CHARGE", "CONSUMPTION_REQUEST", "REFUND_DECLINED", "CONSUMPTION_REQUEST", "REFUND_DECLINED",
            ])
    }

    @Test("A refund in full pays back all, of every piece")
    func full() throws {
        var shop = try Shop()
        let record = try shop.buy("coins", quantity: 3)
        try shop.perform(request(record))
        try shop.perform(refund(record))
        #expect(shop.engine.money.paidBack(for: record.index) == 2970)
        let refusal = #expect(throws: Refusal.self) { try shop.perform(request(record)) }
        #expect(refusal?.code == .invalidAction)
    }

    @Test("A prorated refund pays back what is left of the period")
    func prorated() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        shop.advance(to: Self.middle)
        try shop.perform(
            .refundDesk(.grantProrated(transaction: record.index, reason: .refundedDueToIssue, percentage: nil)))
        let payload = shop.engine.payload(of: shop.engine[record.index], signedAt: shop.engine.now)
        #expect(payload.revocationType == .refundProrated)
        #expect(payload.revocationPercentage == 50_000)
        #expect(payload.revocationReason == .refundedDueToIssue)
        #expect(payload.revocationDate == Self.middle.date)
        #expect(shop.engine.money.paidBack(for: record.index) == 4995)
        #expect(try shop.subscription.state == .revoked(at: Self.middle))
        #expect(shop.notifications.last == "REFUND")
    }

    @Test("A part can be stated, and has to be for what has no period or none left")
    func statedPart() throws {
        var shop = try Shop()
        let coins = try shop.buy("coins")
        let first = try shop.buy("monthly")
        shop.advance(to: Self.firstEnd)
        for (record, percentage) in [(coins, nil), (first, nil), (coins, 0), (coins, 100_001)]
            as [(TransactionRecord, Int32?)]
        {
            let refusal = #expect(throws: Refusal.self) {
                try shop.perform(
                    .refundDesk(
                        .grantProrated(
                            transaction: record.index, reason: .refundedForOtherReason, percentage: percentage)))
            }
            #expect(refusal?.code == .invalidAction)
        }
        try shop.perform(
            .refundDesk(
                .grantProrated(transaction: coins.index, reason: .refundedForOtherReason, percentage: 33_333)))
        #expect(shop.engine[coins.index].revocation?.percentage == 33_333)
        #expect(shop.engine.money.paidBack(for: coins.index) == 329)
    }

    @Test("A reversed refund reinstates the subscription with the renewal date it had", arguments: [true, false])
    func reversed(renews: Bool) throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        if !renews { try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false)) }
        shop.advance(to: Self.middle)
        try shop.perform(refund(record))
        shop.advance(to: Self.middle + Shop.day)
        try shop.perform(.refundDesk(.reverse(transaction: record.index)))
        #expect(shop.engine[record.index].revocation == nil)
        #expect(try shop.subscription.state == .active(until: Self.firstEnd))
        #expect(try shop.renewalInfo.renewalDate == Self.firstEnd.date)
        #expect(shop.engine.money.paidBack(for: record.index) == 0)
        #expect(shop.engine.money.entries.map(\.amount) == [9990, -9990])
        shop.advance(to: Self.firstEnd)
        #expect(
            shop.notifications.suffix(3) == ["REFUND", "REFUND_REVERSED", renews ? "DID_RENEW" : "EXPIRED/VOLUNTARY"])
    }

    @Test("A refund reversed after the period leaves the subscription over")
    func reversedLate() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        try shop.perform(refund(record))
        shop.advance(to: "2026-05-01T00:00:00Z")
        _ = shop.takeEffects()
        try shop.perform(.refundDesk(.reverse(transaction: record.index)))
        #expect(try shop.subscription.state == .expired(at: Self.firstEnd, reason: .other))
        #expect(shop.notifications == ["REFUND_REVERSED"])
        #expect(shop.engine[record.index].revocation == nil)
    }

    @Test("A refund reversed after a new purchase ends where that began")
    func reversedAfterResubscribing() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        try shop.perform(refund(record))
        shop.advance(to: Self.middle)
        let second = try shop.buy("monthly")
        try shop.perform(.refundDesk(.reverse(transaction: record.index)))
        #expect(shop.engine[record.index].expiresDate == second.purchaseDate)
        #expect(try shop.latest.index == second.index)
        #expect(try shop.subscription.state == .active(until: try #require(second.expiresDate)))
    }

    @Test("What was bought once is reinstated, what was not refunded is not")
    func reversedOneTime() throws {
        var shop = try Shop()
        let record = try shop.buy("lifetime")
        let reverse = Command.refundDesk(.reverse(transaction: record.index))
        let refusal = #expect(throws: Refusal.self) { try shop.perform(reverse) }
        #expect(refusal?.code == .invalidAction)
        try shop.perform(refund(record))
        try shop.perform(reverse)
        #expect(try shop.buy("lifetime").index == record.index, "held again")
        #expect(shop.notifications == ["ONE_TIME_CHARGE", "REFUND", "REFUND_REVERSED"])
    }

    @Test("An upgrade pays back the rest of the replaced period, and a refund of it only what is left then")
    func upgrade() throws {
        var shop = try Shop()
        let record = try shop.buy("monthly")
        shop.advance(to: Self.middle)
        try shop.buy("pro")
        #expect(shop.engine[record.index].revocation == nil)
        let entry = try #require(shop.engine.money.entries.first)
        #expect(entry.transaction == record.index)
        #expect(entry.cause == .upgrade)
        #expect(entry.amount == 4995)
        try shop.perform(refund(record))
        #expect(shop.engine.money.paidBack(for: record.index) == 9990)
    }

    @Test("A change that waits for the renewal, and an upgrade in grace, pay nothing back")
    func withoutPayback() throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        settings.gracePeriodDays = 16
        var shop = try Shop(settings: settings)
        try shop.buy("monthly")
        try shop.buy("yearly")
        shop.advance(to: Self.firstEnd)
        try shop.buy("pro")
        #expect(shop.engine.money.entries.isEmpty)
    }
}
