// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct OfferCodeTests {
    private static let month = StoreKitConfiguration.Period(unit: .month, value: 1)

    private func batch(
        _ codes: OfferCodeBatch.Codes, for productID: String = "silver", _ terms: OfferCodeBatch.Terms? = nil
    ) -> OfferCodeBatch {
        OfferCodeBatch(
            referenceName: "Spring", productID: productID,
            terms: terms ?? .subscription(.freeTrial, price: 0, period: Self.month, periodCount: 1), codes: codes)
    }

    @Test(
        "A new customer with a code subscribes at the offer's price, and pays the standard one after it",
        arguments: [
            ("code.free", [0, 20_000, 20_000, 20_000]), ("code.asYouGo", [3000, 3000, 20_000, 20_000]),
            ("code.upFront", [12_000, 20_000]),
        ] as [(String, [Int64])])
    func newCustomer(id: String, prices: [Int64]) throws {
        var shop = try Shop.withOffers()
        let first = try shop.buy("gold", .code(id))
        #expect(first.offer?.type == .offerCode)
        #expect(shop.engine.payload(of: first, signedAt: shop.engine.now).offerIdentifier == id)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY"])
        shop.advance(to: "2026-05-01T00:00:00Z")
        #expect(shop.prices == prices)
    }

    @Test("On an active subscription a code waits for the next payment; after a lapse it works at once")
    func activeAndLapsed() throws {
        var shop = try Shop.withOffers()
        try shop.buy("gold")
        try shop.buy("gold", .code("code.free"))
        try shop.buy("basic", .code("code.free"))
        #expect(
            shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "OFFER_REDEEMED", "OFFER_REDEEMED/DOWNGRADE"])
        try shop.perform(.expire(subscription: try shop.subscription.index))
        #expect(try shop.buy("silver", .code("code.upFront")).price == 12_000)
        #expect(shop.notifications.last == "SUBSCRIBED/RESUBSCRIBE")
    }

    @Test("A code that goes with the introductory offer comes after it, another one instead of it")
    func stacking() throws {
        var stacked = try Shop.withOffers()
        try stacked.buy("silver", .code("stackable"))
        stacked.advance(to: "2026-04-10T00:00:00Z")
        #expect(stacked.prices == [0, 3000, 3000, 10_000])
        #expect(
            stacked.engine.transactions.map { $0.offer?.type } == [.introductoryOffer, .offerCode, .offerCode, nil])
        #expect(!stacked.engine.isEligibleForIntroductoryOffer(stacked.customer, group: "club"))

        var alone = try Shop.withOffers()
        try alone.buy("silver", .code("code.asYouGo"))
        #expect(alone.prices == [3000])
        try alone.perform(.expire(subscription: try alone.subscription.index))
        #expect(alone.engine.isEligibleForIntroductoryOffer(alone.customer, group: "club"), "it was not used")
    }

    @Test("A code is for the customers it names")
    func eligibility() throws {
        var shop = try Shop.withOffers()
        shop.expectRefusal(.ineligibleForOffer, "silver", .code("existing"))
        shop.expectRefusal(.ineligibleForOffer, "silver", .code("expired"))
        try shop.buy("silver", .code("stackable"))
        shop.expectRefusal(.ineligibleForOffer, "silver", .code("stackable"))
        shop.expectRefusal(.ineligibleForOffer, "silver", .code("expired"))
        try shop.buy("silver", .code("existing"))
        try shop.perform(.expire(subscription: try shop.subscription.index))
        shop.expectRefusal(.ineligibleForOffer, "silver", .code("existing"))
        #expect(try shop.buy("silver", .code("expired")).price == 0)
    }

    @Test("A registered code is for the customers its offer names")
    func registeredEligibility() throws {
        var shop = try Shop.withOffers()
        var offer = batch(.oneTime(["A"]))
        offer.eligibility = [.existing, .expired]
        try shop.perform(.createOfferCodes(offer))
        shop.expectRefusal(.ineligibleForOffer, "silver", .code("A"))
        try shop.buyAndLapse("silver")
        #expect(try shop.buy("silver", .code("A")).offer?.id == "Spring")
    }

    @Test("A one-time code works once, and each customer gets an offer once")
    func oneTime() throws {
        var shop = try Shop.withOffers()
        try shop.perform(.createOfferCodes(batch(.oneTime(["A", "B"]))))
        let other = try shop.openAccount()
        #expect(shop.engine.product(ofOfferCode: "A") == shop.engine.catalogue.index(of: "silver"))
        #expect(try shop.buy("silver", .code("A")).offer?.id == "Spring")
        shop.expectRefusal(.offerCodeUsedUp, "silver", .code("A"), account: other)
        shop.expectRefusal(.ineligibleForOffer, "silver", .code("B"))
        #expect(try shop.buy("silver", .code("B"), account: other).price == 0)
    }

    @Test("A custom code works for as many customers as its limit says")
    func custom() throws {
        var shop = try Shop.withOffers()
        try shop.perform(.createOfferCodes(batch(.custom("SPRING", limit: 2))))
        let others = [try shop.openAccount(), try shop.openAccount()]
        try shop.buy("silver", .code("SPRING"))
        try shop.buy("silver", .code("SPRING"), account: others[0])
        shop.expectRefusal(.offerCodeUsedUp, "silver", .code("SPRING"), account: others[1])
    }

    @Test("A refused purchase does not use a code up")
    func refusedPurchase() throws {
        var shop = try Shop.withOffers()
        try shop.perform(.createOfferCodes(batch(.oneTime(["A"]))))
        shop.expectRefusal(.invalidOfferIdentifier, "gold", .code("A"))
        shop.expectRefusal(.unknownOfferCode, "silver", .code("C"))
        shop.expectRefusal(.unknownOfferCode, "coins", .code("C"))
        #expect(try shop.buy("silver", .code("A")).price == 0)
    }

    @Test("A code is accepted until it expires, not from that moment on")
    func expiry() throws {
        var shop = try Shop.withOffers()
        var offer = batch(.oneTime(["A", "B"]))
        offer.expires = instant("2026-02-10T00:00:00Z")
        try shop.perform(.createOfferCodes(offer))
        let other = try shop.openAccount()
        shop.advance(to: instant("2026-02-10T00:00:00Z") + -1)
        try shop.buy("silver", .code("A"))
        shop.advance(to: instant("2026-02-10T00:00:00Z"))
        shop.expectRefusal(.offerCodeExpired, "silver", .code("B"), account: other)
    }

    @Test("A free offer set not to renew ends with its time")
    func notRenewing() throws {
        var shop = try Shop.withOffers()
        var offer = batch(.oneTime(["A"]))
        offer.renewsAfterwards = false
        try shop.perform(.createOfferCodes(offer))
        try shop.buy("silver", .code("A"))
        #expect(try shop.renewalPayload.autoRenewStatus == .off)
        #expect(try shop.renewalPayload.renewalPrice == nil)
        shop.advance(to: "2026-12-01T00:00:00Z")
        #expect(shop.prices == [0])
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "EXPIRED/VOLUNTARY"])
    }

    @Test("Such an offer that waits behind another switches renewal off when it begins")
    func notRenewingStacked() throws {
        var shop = try Shop.withOffers()
        var offer = batch(.oneTime(["A"]))
        offer.renewsAfterwards = false
        offer.isStackable = true
        try shop.perform(.createOfferCodes(offer))
        try shop.buy("silver", .code("A"))
        #expect(try shop.renewalPayload.autoRenewStatus == .on)
        shop.advance(to: "2026-12-01T00:00:00Z")
        #expect(shop.engine.transactions.map { $0.offer?.type } == [.introductoryOffer, .offerCode])
        #expect(shop.notifications.last == "EXPIRED/VOLUNTARY")
    }

    @Test("A code buys what is bought once", arguments: ["coins", "lifetime", "season"])
    func oneTimeProducts(productID: String) throws {
        var shop = try Shop.withOffers()
        try shop.perform(.createOfferCodes(batch(.oneTime(["A"]), for: productID, .once(price: 100))))
        let record = try shop.buy(productID, .code("A"))
        let payload = shop.engine.payload(of: record, signedAt: shop.engine.now)
        #expect(payload.price == 100)
        #expect(payload.offerType == .offerCode)
        #expect(payload.offerIdentifier == "Spring")
        #expect(payload.offerDiscountType == .oneTime)
        #expect(payload.offerPeriod == nil)
        #expect(shop.notifications == ["ONE_TIME_CHARGE"])
        shop.expectRefusal(.offerCodeUsedUp, productID, .code("A"))
    }

    @Test("A code for several, or for what is held already, is refused and not used up")
    func oneTimeRefusals() throws {
        var shop = try Shop.withOffers()
        try shop.perform(.createOfferCodes(batch(.oneTime(["A"]), for: "coins", .once(price: 0))))
        let purchase = Command.Purchase(account: shop.customer, productID: "coins", quantity: 2, offer: .code("A"))
        let refusal = #expect(throws: Refusal.self) { try shop.perform(.purchase(purchase)) }
        #expect(refusal?.code == .invalidQuantity)
        #expect(try shop.buy("coins", .code("A")).price == 0)
        try shop.perform(.createOfferCodes(batch(.oneTime(["B"]), for: "lifetime", .once(price: 0))))
        try shop.buy("lifetime")
        shop.expectRefusal(.ineligibleForOffer, "lifetime", .code("B"))
        #expect(try shop.buy("lifetime", .code("B"), account: try shop.openAccount()).price == 0)
    }

    @Test("A cleared history lets a customer redeem an offer again, but not the same code")
    func cleared() throws {
        var shop = try Shop.withOffers()
        try shop.perform(.createOfferCodes(batch(.oneTime(["A", "B"]))))
        try shop.buy("silver", .code("A"))
        try shop.perform(.clearHistory(account: shop.customer))
        shop.expectRefusal(.offerCodeUsedUp, "silver", .code("A"))
        try shop.buy("silver", .code("B"))
    }

    @Test("Offers that make no sense are not registered")
    func registration() throws {
        var shop = try Shop.withOffers()
        try shop.perform(.createOfferCodes(batch(.oneTime(["TAKEN"]))))
        func terms(_ type: OfferDiscountType, _ price: Int64, _ count: Int = 1) -> OfferCodeBatch.Terms {
            .subscription(type, price: price, period: Self.month, periodCount: count)
        }
        var unnamed = batch(.oneTime(["A"]))
        unnamed.referenceName = ""
        var paid = batch(.oneTime(["A"]), terms(.payUpFront, 1000))
        paid.renewsAfterwards = false
        let wrong = [
            unnamed, paid, batch(.oneTime([])), batch(.oneTime([""])), batch(.oneTime(["A", "A"])),
            batch(.oneTime(["TAKEN"])), batch(.custom("A", limit: 0)), batch(.oneTime((0...25_000).map(String.init))),
            batch(.oneTime(["A"]), .once(price: 0)), batch(.oneTime(["A"]), terms(.oneTime, 0)),
            batch(.oneTime(["A"]), terms(.freeTrial, 1)), batch(.oneTime(["A"]), terms(.payAsYouGo, -1)),
            batch(.oneTime(["A"]), terms(.payAsYouGo, 1, 0)), batch(.oneTime(["A"]), for: "coins"),
            batch(.oneTime(["A"]), for: "coins", .once(price: -1)),
        ]
        for batch in wrong {
            let refusal = #expect(throws: Refusal.self, "\(batch)") { try shop.perform(.createOfferCodes(batch)) }
            #expect(refusal?.code == .invalidAction)
        }
        let refusal = #expect(throws: Refusal.self) {
            try shop.perform(.createOfferCodes(batch(.oneTime(["A"]), for: "nothing")))
        }
        #expect(refusal?.code == .productUnavailable)
        #expect(shop.engine.product(ofOfferCode: "A") == nil)
    }
}
