// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

@Suite struct PromotionalOfferTests {
    @Test(
        "On an active subscription an offer waits for the next payment, and the standard price comes after it",
        arguments: [
            ("promotional.free", [20_000, 0, 20_000, 20_000], ["2026-02-28", "2026-03-28", "2026-04-28"]),
            ("promotional.asYouGo", [20_000, 3000, 3000, 20_000], ["2026-02-28", "2026-03-31", "2026-04-30"]),
            ("promotional.upFront", [20_000, 12_000, 20_000], ["2026-02-28", "2026-05-28"]),
        ] as [(String, [Int64], [String])])
    func waiting(id: String, prices: [Int64], dates: [String]) throws {
        var shop = try Shop.withOffers()
        let first = try shop.buy("gold")
        #expect(try shop.promote("gold", id) == first)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "OFFER_REDEEMED"])
        let next = try shop.renewalPayload
        #expect(next.offerType == .promotionalOffer)
        #expect(next.offerIdentifier == id)
        #expect(next.renewalPrice == prices[1])
        #expect(try shop.transactionPayload.offerType == nil)
        shop.advance(to: "2026-05-30T00:00:00Z")
        #expect(Array(shop.prices.prefix(prices.count)) == prices)
        let begun = shop.engine.transactions.map(\.purchaseDate)
        #expect(Array(begun[1..<prices.count]) == dates.map { instant("\($0)T10:00:00Z") })
        let ids = shop.engine.transactions.map { $0.offer?.id }
        #expect(ids.filter { $0 == id }.count == prices.filter { $0 != 20_000 }.count)
    }

    @Test(
        "The facts of a period name the offer it was paid with",
        arguments: [
            ("promotional.free", OfferDiscountType.freeTrial, "P1M"), ("promotional.asYouGo", .payAsYouGo, "P1M"),
            ("promotional.upFront", .payUpFront, "P3M"),
        ])
    func facts(id: String, type: OfferDiscountType, period: String) throws {
        var shop = try Shop.withOffers()
        try shop.buyAndLapse("gold")
        try shop.promote("gold", id)
        let payload = try shop.transactionPayload
        #expect(payload.offerType == .promotionalOffer)
        #expect(payload.offerIdentifier == id)
        #expect(payload.offerDiscountType == type)
        #expect(payload.offerPeriod == period)
        #expect(try shop.renewalPayload.offerType == (type == .payAsYouGo ? .promotionalOffer : nil))
        #expect(shop.notifications == ["SUBSCRIBED/RESUBSCRIBE"])
    }

    @Test(
        "An upgrade or a change between equals of equal length gets the offer at once", arguments: ["gold", "bronze"])
    func upgrade(to product: String) throws {
        var shop = try Shop.withOffers()
        let first = try shop.buy("silver")
        let second = try shop.promote(product, "promotional.asYouGo")
        #expect(second.price == 3000)
        #expect(second.offer?.id == "promotional.asYouGo")
        #expect(shop.engine[first.index].isUpgraded)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "OFFER_REDEEMED/UPGRADE"])
    }

    @Test("A downgrade gets the offer at the renewal")
    func downgrade() throws {
        var shop = try Shop.withOffers()
        let first = try shop.buy("gold")
        #expect(try shop.promote("basic", "promotional.free") == first)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "OFFER_REDEEMED/DOWNGRADE"])
        #expect(try shop.renewalPayload.autoRenewProductId == "basic")
        #expect(try shop.renewalPayload.renewalPrice == 0)
        shop.advance(to: "2026-03-28T10:00:00Z")
        #expect(shop.prices == [20_000, 0, 5000])
    }

    @Test("A downgrade taken back takes its offer with it, and the offer that runs goes on")
    func downgradeUndone() throws {
        var shop = try Shop.withOffers()
        try shop.buyAndLapse("gold")
        try shop.promote("gold", "promotional.asYouGo")
        try shop.buy("basic", .code("code.free"))
        #expect(try shop.renewalPayload.renewalPrice == 0)
        try shop.buy("gold")
        #expect(try shop.renewalPayload.renewalPrice == 3000)
        shop.advance(to: "2026-05-01T00:00:00Z")
        #expect(shop.prices == [20_000, 3000, 3000, 20_000])
    }

    @Test("An offer given up with its downgrade does not come back with the next downgrade")
    func downgradeAgain() throws {
        var shop = try Shop.withOffers()
        try shop.buy("gold")
        try shop.promote("basic", "promotional.free")
        try shop.buy("basic")
        #expect(try shop.renewalPayload.renewalPrice == 0, "asking again for the same keeps it")
        try shop.buy("gold")
        try shop.buy("basic")
        #expect(try shop.renewalPayload.renewalPrice == 5000)
    }

    @Test("A cancelled subscription with an offer redeemed renews again")
    func cancelled() throws {
        var shop = try Shop.withOffers()
        try shop.buy("gold")
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        try shop.promote("gold", "promotional.free")
        #expect(
            shop.notifications.suffix(2) == ["DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED", "OFFER_REDEEMED"])
        shop.advance(to: "2026-03-01T00:00:00Z")
        #expect(shop.prices == [20_000, 0])
    }

    @Test("An offer that waits is paid with the recovery of a failed renewal")
    func recovery() throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        settings.gracePeriodDays = 16
        var shop = try Shop.withOffers(settings: settings)
        try shop.buy("gold")
        shop.advance(to: "2026-03-01T00:00:00Z")
        try shop.promote("gold", "promotional.asYouGo")
        try shop.perform(.resolveBillingIssue(subscription: try shop.subscription.index))
        #expect(shop.prices == [20_000, 3000])
    }

    @Test("After a trial the offer comes, one after the other")
    func afterIntroductory() throws {
        var shop = try Shop.withOffers()
        try shop.buy("silver")
        try shop.promote("silver", "promotional.asYouGo")
        shop.advance(to: "2026-04-10T00:00:00Z")
        #expect(shop.prices == [0, 3000, 3000, 10_000])
        #expect(
            shop.engine.transactions.map { $0.offer?.type } == [
                .introductoryOffer, .promotionalOffer, .promotionalOffer, nil,
            ])
    }

    @Test("One is active at a time: until it is over another is refused, except where the plan begins anew")
    func oneAtATime() throws {
        var shop = try Shop.withOffers()
        try shop.buy("silver")
        try shop.promote("silver", "promotional.free")
        shop.expectRefusal(.ineligibleForOffer, "silver", .promotional(id: "promotional.upFront", proof: .valid))
        shop.advance(to: "2026-02-08T00:00:00Z")
        #expect(try shop.latest.offer?.id == "promotional.free")
        shop.expectRefusal(.ineligibleForOffer, "basic", .promotional(id: "promotional.upFront", proof: .valid))
        #expect(try shop.promote("gold", "promotional.upFront").offer?.id == "promotional.upFront")
    }

    @Test("Who never subscribed in the group gets none")
    func newCustomer() throws {
        var shop = try Shop.withOffers()
        shop.expectRefusal(.ineligibleForOffer, "gold", .promotional(id: "promotional.free", proof: .valid))
    }

    @Test(
        "A signature that does not hold is refused, and nothing is charged",
        arguments: [
            (OfferProof.Fault.wrongSignature, Refusal.Code.invalidOfferSignature), (.expired, .invalidOfferSignature),
            (.notYetValid, .invalidOfferSignature), (.wrongToken, .invalidOfferSignature),
            (.wrongProduct, .invalidOfferSignature), (.wrongOffer, .invalidOfferSignature),
            (.unknownKey, .invalidOfferSignature), (.malformed, .invalidOfferSignature),
            (.wrongAudience, .invalidOfferSignature), (.wrongBundle, .invalidOfferSignature),
            (.wrongCustomer, .invalidOfferSignature), (.missingParameters, .missingOfferParameters),
        ])
    func signatures(fault: OfferProof.Fault, code: Refusal.Code) throws {
        var shop = try Shop.withOffers()
        try shop.buyAndLapse("gold")
        shop.expectRefusal(code, "gold", .promotional(id: "promotional.free", proof: .invalid(fault)))
    }

    @Test("An offer of another kind or product is none", arguments: ["nothing", "code.free", "winBack.free"])
    func unknown(id: String) throws {
        var shop = try Shop.withOffers()
        try shop.buyAndLapse("gold")
        shop.expectRefusal(.invalidOfferIdentifier, "gold", .promotional(id: id, proof: .valid))
        shop.expectRefusal(.invalidOfferIdentifier, "coins", .promotional(id: "promotional.free", proof: .valid))
        shop.expectRefusal(.invalidOfferIdentifier, "coins", .winBack(id: "winBack.free"))
    }
}
