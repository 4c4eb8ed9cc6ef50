// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct BillingPlanTests {
    /// A customer in Italy who pays a year by the month, from 31 January on.
    private func committed(settings: StoreSettings = StoreSettings()) throws -> Shop {
        var shop = try Shop.withOffers(settings: settings, storefront: "ITA")
        try shop.buy("annual", nil, plan: .monthly)
        return shop
    }

    @Test("A year is paid by the month, and the facts count the payments")
    func facts() throws {
        var shop = try committed()
        shop.advance(to: "2026-03-01T00:00:00Z")
        let payload = try shop.transactionPayload
        #expect(payload.price == 9000)
        #expect(payload.expiresDate == instant("2026-03-31T10:00:00Z").date)
        #expect(payload.billingPlanType == .monthly)
        #expect(payload.commitmentInfo?.billingPeriodNumber == 2)
        #expect(payload.commitmentInfo?.totalBillingPeriods == 12)
        #expect(payload.commitmentInfo?.commitmentExpiresDate == instant("2027-01-31T10:00:00Z").date)
        #expect(payload.commitmentInfo?.commitmentPrice == 108_000)
        let next = try shop.renewalPayload
        #expect(next.renewalPrice == 9000)
        #expect(next.autoRenewStatus == .on)
        #expect(next.renewalBillingPlanType == .monthly)
        #expect(next.commitmentInfo?.commitmentAutoRenewProductId == "annual")
        #expect(next.commitmentInfo?.commitmentAutoRenewStatus == .on)
        #expect(next.commitmentInfo?.commitmentRenewalBillingPlanType == .monthly)
        #expect(next.commitmentInfo?.commitmentRenewalDate == instant("2027-01-31T10:00:00Z").date)
        #expect(next.commitmentInfo?.commitmentRenewalPrice == 9000)
        let early = shop.engine.payload(
            of: shop.engine[shop.engine[try shop.latest.original].index], signedAt: .init(milliseconds: 0))
        #expect(early.commitmentInfo?.billingPeriodNumber == 1, "each transaction keeps its own")
    }

    @Test("After twelve payments another commitment follows, on the same days")
    func renewed() throws {
        var shop = try committed()
        shop.advance(to: "2027-03-01T00:00:00Z")
        let numbers = shop.engine.transactions.map { $0.commitment?.number }
        #expect(numbers == Array(1...12) + [1, 2])
        #expect(try shop.latest.expiresDate == instant("2027-03-31T10:00:00Z"))
        #expect(try shop.latest.commitment?.expires == instant("2028-01-31T10:00:00Z"))
    }

    @Test("Paid up front, a product with plans says so and has no commitment")
    func upfront() throws {
        var shop = try Shop.withOffers()
        for plan in [nil, BillingPlanType.billedUpfront] {
            let payload = shop.engine.payload(of: try shop.buy("annual", nil, plan: plan), signedAt: shop.engine.now)
            #expect(payload.price == 100_000)
            #expect(payload.billingPlanType == .billedUpfront)
            #expect(payload.commitmentInfo == nil)
            #expect(try shop.renewalPayload.renewalBillingPlanType == .billedUpfront)
            #expect(try shop.renewalPayload.commitmentInfo == nil)
        }
        let other = shop.engine.payload(of: try shop.buy("gold"), signedAt: shop.engine.now)
        #expect(other.billingPlanType == nil)
        #expect(try shop.renewalPayload.renewalBillingPlanType == nil)
    }

    @Test("Cancelled, the payments go on to the end of the commitment, whose own status is off")
    func cancelled() throws {
        var shop = try committed()
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        #expect(shop.notifications.last == "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED")
        var payload = try shop.renewalPayload
        #expect(payload.autoRenewStatus == .on)
        #expect(payload.renewalPrice == 9000)
        #expect(payload.commitmentInfo?.commitmentAutoRenewStatus == .off)
        #expect(payload.commitmentInfo?.commitmentRenewalPrice == nil)
        shop.advance(to: instant("2027-01-31T10:00:00Z") + -1)
        payload = try shop.renewalPayload
        #expect(shop.prices.count == 12)
        #expect(payload.autoRenewStatus == .on)
        #expect(payload.renewalPrice == nil)
        shop.advance(to: "2027-01-31T10:00:00Z")
        #expect(shop.prices.count == 12)
        #expect(shop.notifications.last == "EXPIRED/VOLUNTARY")
        #expect(try shop.renewalPayload.autoRenewStatus == .off)
        #expect(try shop.renewalPayload.renewalPrice == nil)
        #expect(try shop.renewalPayload.commitmentInfo == nil)
    }

    @Test("A cancellation can be taken back")
    func cancelledAndBack() throws {
        var shop = try committed()
        for renews in [false, false, true, true] {
            try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, renews))
        }
        #expect(
            shop.notifications.suffix(2) == [
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED",
            ])
        shop.advance(to: "2027-02-01T00:00:00Z")
        #expect(shop.prices.count == 13)
    }

    @Test("A failed payment has no grace and is retried for 90 days")
    func retry() throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        settings.gracePeriodDays = 16
        var shop = try committed(settings: settings)
        shop.advance(to: "2026-02-28T10:00:00Z")
        #expect(shop.notifications.last == "DID_FAIL_TO_RENEW")
        let until = instant("2026-02-28T10:00:00Z") + 90 * 86_400_000
        #expect(try shop.subscription.state == .billingRetry(due: instant("2026-02-28T10:00:00Z"), until: until))
        shop.advance(to: until)
        #expect(shop.notifications.last == "EXPIRED/BILLING_RETRY")
        #expect(try shop.renewalPayload.renewalPrice == nil)
    }

    @Test("Recovered, the commitment counts on and ends as much later")
    func recovery() throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        var shop = try committed(settings: settings)
        shop.advance(to: "2026-03-10T00:00:00Z")
        try shop.perform(.resolveBillingIssue(subscription: try shop.subscription.index))
        #expect(try shop.latest.commitment?.number == 2)
        #expect(try shop.latest.expiresDate == instant("2026-04-10T00:00:00Z"))
        #expect(try shop.latest.commitment?.expires == instant("2027-02-10T00:00:00Z"))
    }

    @Test("Down waits for the end of the commitment, up does not")
    func changes() throws {
        var shop = try committed()
        try shop.buy("basic")
        #expect(try shop.renewalPayload.autoRenewProductId == "annual")
        #expect(try shop.renewalPayload.commitmentInfo?.commitmentAutoRenewProductId == "basic")
        #expect(try shop.renewalPayload.commitmentInfo?.commitmentRenewalPrice == 5000)
        shop.advance(to: "2027-01-31T10:00:00Z")
        #expect(shop.prices == Array(repeating: 9000, count: 12) + [5000])
        #expect(try shop.renewalPayload.commitmentInfo == nil)

        var other = try committed()
        let gold = try other.buy("gold")
        #expect(gold.commitment == nil)
        #expect(other.engine.transactions[0].isUpgraded)
    }

    @Test("The other plan of the held product begins when the present one ends, and can be taken back")
    func planChange() throws {
        var shop = try Shop.withOffers(storefront: "ITA")
        let first = try shop.buy("annual")
        #expect(try shop.buy("annual", nil, plan: .monthly) == first)
        #expect(shop.notifications.last == "DID_CHANGE_RENEWAL_PREF/DOWNGRADE")
        #expect(try shop.renewalPayload.renewalBillingPlanType == .monthly)
        #expect(try shop.renewalPayload.renewalPrice == 9000)
        try shop.buy("annual")
        #expect(shop.notifications.last == "DID_CHANGE_RENEWAL_PREF")
        try shop.buy("annual", nil, plan: .monthly)
        shop.advance(to: "2027-03-01T00:00:00Z")
        #expect(shop.prices == [100_000, 9000, 9000])
        #expect(try shop.latest.commitment?.number == 2)
    }

    @Test("An offer of its own length comes before the commitment, one paid as one goes within it")
    func offers() throws {
        var free = try Shop.withOffers(storefront: "ITA")
        try free.buy("annual", .code("code.free"), plan: .monthly)
        #expect(try free.transactionPayload.billingPlanType == .monthly)
        #expect(try free.transactionPayload.commitmentInfo == nil)
        #expect(try free.renewalPayload.commitmentInfo?.commitmentRenewalDate == instant("2027-02-28T10:00:00Z").date)
        free.advance(to: "2026-02-28T10:00:00Z")
        #expect(try free.latest.commitment?.number == 1)

        var paid = try Shop.withOffers(storefront: "ITA")
        try paid.buy("annual", .code("code.asYouGo"), plan: .monthly)
        #expect(try paid.latest.commitment?.number == 1)
        paid.advance(to: "2026-04-01T00:00:00Z")
        #expect(paid.prices == [3000, 3000, 9000])
    }

    @Test("A product taken off sale is billed to the end of the commitment, and lapses then")
    func offSale() throws {
        var shop = try committed()
        try shop.perform(.sale(.withdraw(productID: "annual")))
        shop.advance(to: instant("2027-01-31T10:00:00Z") + -1)
        #expect(shop.prices.count == 12)
        shop.advance(to: "2027-01-31T10:00:00Z")
        #expect(shop.prices.count == 12)
        #expect(shop.notifications.last == "EXPIRED/PRODUCT_NOT_FOR_SALE")
    }

    @Test("A commitment keeps its price, and its customer is not asked")
    func priceChange() throws {
        var shop = try committed()
        try shop.perform(
            .sale(.setPrice(.init(productID: "annual", price: 200_000, subscribers: .follow(.needed)))))
        shop.advance(to: "2027-03-01T00:00:00Z")
        #expect(shop.prices == Array(repeating: 9000, count: 14))
        #expect(!shop.notifications.contains { $0.hasPrefix("PRICE_INCREASE") })
    }

    @Test("An offer of one billing plan is not given with another")
    func planOfOffer() throws {
        var shop = try Shop.withOffers(storefront: "ITA")
        try shop.buyAndLapse("annual")
        shop.expectRefusal(
            .ineligibleForOffer, "annual", .promotional(id: "upfrontOnly", proof: .valid), plan: .monthly)
        try shop.promote("annual", "upfrontOnly")
    }

    @Test("A commitment does not begin with an offer that does not renew")
    func notRenewing() throws {
        var shop = try Shop.withOffers(storefront: "ITA")
        var batch = OfferCodeBatch(
            referenceName: "Free", productID: "annual",
            terms: .subscription(.freeTrial, price: 0, period: Shop.period("P1M"), periodCount: 1),
            codes: .oneTime(["A"]))
        batch.renewsAfterwards = false
        try shop.perform(.createOfferCodes(batch))
        shop.expectRefusal(.ineligibleForOffer, "annual", .code("A"), plan: .monthly)
    }

    @Test("The plan is not sold where Apple does not offer it", arguments: ["USA", "SGP"])
    func storefronts(code: String) throws {
        var shop = try Shop.withOffers(storefront: code)
        shop.expectRefusal(.notAvailableInStorefront, "annual", nil, plan: .monthly)
    }

    @Test("What has no such plan is not sold with it", arguments: ["gold", "coins"])
    func unavailable(productID: String) throws {
        var shop = try Shop.withOffers(storefront: "ITA")
        shop.expectRefusal(.productUnavailable, productID, nil, plan: .monthly)
    }
}
