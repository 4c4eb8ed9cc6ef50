// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

@Suite struct FactTests {
    @Test("A transaction's payload says what the ledger says")
    func transaction() throws {
        var shop = try Shop()
        let token = try #require(UUID(uuidString: "6E1D5F2A-3B4C-4D5E-8F90-A1B2C3D4E5F6"))
        let record = try shop.buy("monthly", token: token)
        let payload = shop.engine.payload(of: record, signedAt: Shop.opening + 5)
        #expect(payload.transactionId == "2000000000000001")
        #expect(payload.originalTransactionId == "2000000000000001")
        #expect(payload.webOrderLineItemId == "2000000100000001")
        #expect(payload.bundleId == "com.example.shop")
        #expect(payload.productId == "monthly")
        #expect(payload.subscriptionGroupIdentifier == "plus")
        #expect(payload.purchaseDate == Shop.opening.date)
        #expect(payload.originalPurchaseDate == Shop.opening.date)
        #expect(payload.expiresDate == instant("2026-02-28T10:00:00Z").date)
        #expect(payload.quantity == 1)
        #expect(payload.type == .autoRenewableSubscription)
        #expect(payload.appAccountToken == token)
        #expect(payload.inAppOwnershipType == .purchased)
        #expect(payload.signedDate == (Shop.opening + 5).date)
        #expect(payload.environment == .sandbox)
        #expect(payload.storefront == "USA")
        #expect(payload.storefrontId == "143441")
        #expect(payload.transactionReason == .purchase)
        #expect(payload.currency == "USD")
        #expect(payload.price == 9990)
        #expect(payload.isUpgraded == nil)
        #expect(payload.offerType == nil)
        #expect(payload.revocationDate == nil)
        #expect(payload.deviceVerification == nil)
    }

    @Test("A refund stands in the payload with its date, reason, kind and part")
    func refund() throws {
        var shop = try Shop()
        let record = try shop.buy("coins")
        shop.advance(to: "2026-02-02T00:00:00Z")
        try shop.perform(.refund(transaction: record.index, reason: .refundedDueToIssue))
        let payload = shop.engine.payload(of: shop.engine[record.index], signedAt: shop.engine.now)
        #expect(payload.revocationDate == instant("2026-02-02T00:00:00Z").date)
        #expect(payload.revocationReason == .refundedDueToIssue)
        #expect(payload.revocationType == .refundFull)
        #expect(payload.revocationPercentage == 100_000)
    }

    @Test("An offer stands in the payload with its type, payment and period")
    func offer() throws {
        var shop = try Shop()
        let payload = shop.engine.payload(of: try shop.buy("trial.free"), signedAt: Shop.opening)
        #expect(payload.offerType == .introductoryOffer)
        #expect(payload.offerDiscountType == .freeTrial)
        #expect(payload.offerPeriod == "P1W")
        #expect(payload.offerIdentifier == nil)
        #expect(payload.price == 0)
    }

    @Test("A cancelled renewal has no price, a waiting change names its product and price")
    func renewalInfo() throws {
        var shop = try Shop()
        try shop.buy("pro")
        try shop.buy("yearly")
        let waiting = shop.engine.payload(of: shop.engine.renewal(of: try shop.subscription), signedAt: Shop.opening)
        #expect(waiting.productId == "pro")
        #expect(waiting.autoRenewProductId == "yearly")
        #expect(waiting.renewalPrice == 79_990)
        #expect(waiting.currency == "USD")
        #expect(waiting.renewalDate == instant("2026-02-28T10:00:00Z").date)
        #expect(waiting.recentSubscriptionStartDate == Shop.opening.date)
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        let cancelled = shop.engine.payload(of: shop.engine.renewal(of: try shop.subscription), signedAt: Shop.opening)
        #expect(cancelled.autoRenewStatus == .off)
        #expect(cancelled.renewalPrice == nil)
        #expect(cancelled.currency == nil)
    }

    @Test("A notification carries the facts of its moment, not later ones")
    func notification() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        shop.advance(to: "2026-05-01T00:00:00Z")
        let renewals = shop.effects.compactMap { effect -> NotificationRecord? in
            guard case .notification(let record) = effect, record.type == .didRenew else { return nil }
            return record
        }
        #expect(renewals.count == 3)
        for record in renewals {
            #expect(record.transaction?.purchaseDate == record.date)
            #expect(record.renewal?.renewalDate == record.transaction?.expiresDate)
            let payload = shop.engine.payload(
                of: record, signedTransaction: "t", signedRenewalInfo: "r", signedAt: record.date)
            #expect(payload.data?.status == .active)
            #expect(payload.data?.appAppleId == 1234)
            #expect(payload.signedDate == record.date.date)
            #expect(payload.notificationUUID == record.id.uuidString.lowercased())
        }
    }

    @Test("A TEST notification carries no facts")
    func testNotification() throws {
        var shop = try Shop()
        let outcome = try shop.perform(.requestTestNotification)
        guard case .notification(let id) = outcome, case .notification(let record)? = shop.effects.first else {
            Issue.record("\(outcome)")
            return
        }
        #expect(record.id == id)
        #expect(record.transaction == nil)
        let payload = shop.engine.payload(
            of: record, signedTransaction: nil, signedRenewalInfo: nil, signedAt: record.date)
        #expect(payload.data?.bundleVersion == nil)
        #expect(payload.data?.status == nil)
    }
}
