// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct PriceTests {
    private static let firstEnd = instant("2026-02-28T10:00:00Z")

    @Test("New purchases pay the new price at once, and only where it is for")
    func newPurchases() throws {
        var shop = try Shop()
        let abroad = try shop.openAccount(in: "JPN")
        try shop.setPrice(of: "coins", to: 1990, in: ["JPN"])
        #expect(try shop.buy("coins").price == 990)
        #expect(try shop.buy("coins", for: abroad).price == 1990)
        try shop.setPrice(of: "coins", to: 490)
        #expect(try shop.buy("coins").price == 490)
        #expect(try shop.buy("coins", for: abroad).price == 490)
        #expect(shop.engine.catalogue.item("coins")?.product.price.milliunits == 990, "the catalogue stays")
    }

    @Test("A lower price is paid from the next renewal on, without a word")
    func lower() throws {
        var shop = try Shop()
        let first = try shop.buy("monthly")
        _ = shop.takeEffects()
        try shop.setPrice(of: "monthly", to: 4990)
        #expect(shop.notifications == [])
        #expect(try shop.renewalInfo.renewalPrice == 4990)
        shop.advance(to: Self.firstEnd)
        #expect(try shop.latest.price == 4990)
        #expect(shop.engine[first.index].price == 9990)
    }

    @Test("Subscribers who keep their price do so at every renewal, while others pay the new one")
    func preserved() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        let other = try shop.openAccount(in: "USA")
        try shop.setPrice(of: "monthly", to: 19_990, .keepPrice)
        #expect(try shop.buy("monthly", for: other).price == 19_990)
        shop.advance(to: "2026-04-15T00:00:00Z")
        #expect(try shop.latest.price == 9990)
        #expect(try shop.renewalInfo.renewalPrice == 9990)
        #expect(!shop.notifications.contains { $0.hasPrefix("PRICE_INCREASE") })
    }

    @Test("A lapsed customer comes back at a kept price for 60 days", arguments: [(60, 9990), (61, 19_990)])
    func preservedAfterLapse(days: Int64, price: Int64) throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.perform(.setAutoRenew(subscription: try shop.subscription.index, false))
        shop.advance(to: Self.firstEnd)
        try shop.setPrice(of: "monthly", to: 19_990, .keepPrice)
        shop.advance(to: Self.firstEnd + days * Shop.day)
        #expect(try shop.buy("monthly").price == price)
    }

    @Test("A kept price does not follow the customer into another product or storefront")
    func preservedElsewhere() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.setPrice(of: "monthly", to: 19_990, .keepPrice)
        #expect(try shop.buy("pro").price == 14_990)
        try shop.buy("monthly")
        shop.advance(to: "2026-03-15T00:00:00Z")
        #expect(try shop.latest.price == 19_990)

        var mover = try Shop()
        try mover.buy("monthly")
        try mover.setPrice(of: "monthly", to: 19_990, .keepPrice)
        try mover.perform(.moveAccount(account: mover.customer, storefront: "JPN"))
        mover.advance(to: Self.firstEnd)
        #expect(try mover.latest.price == 19_990)
    }

    @Test("What is withdrawn cannot be bought until it is offered again")
    func withdrawn() throws {
        var shop = try Shop()
        try shop.perform(.sale(.withdraw(productID: "coins")))
        let refusal = #expect(throws: Refusal.self) { try shop.buy("coins") }
        #expect(refusal?.code == .productUnavailable)
        try shop.perform(.sale(.offerAgain(productID: "coins")))
        try shop.buy("coins")
    }

    @Test("The subscription to a withdrawn product lasts to the end of its period and no longer")
    func withdrawnSubscription() throws {
        var shop = try Shop()
        try shop.buy("monthly")
        try shop.perform(.sale(.withdraw(productID: "monthly")))
        #expect(try shop.subscription.state.isEntitled)
        shop.advance(to: Self.firstEnd)
        #expect(try shop.subscription.state == .expired(at: Self.firstEnd, reason: .productNotAvailable))
        #expect(try shop.renewalInfo.expirationIntent == .productNotAvailable)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY", "EXPIRED/PRODUCT_NOT_FOR_SALE"])
    }

    @Test("What counts is the product that the subscription renews into, at the renewal")
    func withdrawnInTime() throws {
        var shop = try Shop()
        try shop.buy("pro")
        try shop.buy("monthly")
        try shop.perform(.sale(.withdraw(productID: "pro")))
        shop.advance(to: Self.firstEnd)
        #expect(shop.notifications.last == "DID_RENEW")
        try shop.perform(.sale(.withdraw(productID: "monthly")))
        try shop.perform(.sale(.offerAgain(productID: "monthly")))
        shop.advance(to: "2026-03-31T10:00:00Z")
        #expect(shop.notifications.last == "DID_RENEW")
    }

    @Test("What is withdrawn is not charged for in billing retry, nor renewed by force")
    func withdrawnRefusals() throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        var shop = try Shop(settings: settings)
        try shop.buy("monthly")
        let index = try shop.subscription.index
        try shop.perform(.sale(.withdraw(productID: "monthly")))
        var refusal = #expect(throws: Refusal.self) { try shop.perform(.renew(subscription: index)) }
        #expect(refusal?.code == .productUnavailable)
        try shop.perform(.sale(.offerAgain(productID: "monthly")))
        shop.advance(to: Self.firstEnd)
        try shop.perform(.sale(.withdraw(productID: "monthly")))
        refusal = #expect(throws: Refusal.self) { try shop.perform(.resolveBillingIssue(subscription: index)) }
        #expect(refusal?.code == .productUnavailable)
    }

    @Test("Prices of unknown products, in unknown storefronts and below nothing are refused")
    func refusals() throws {
        var shop = try Shop()
        let cases: [(String, Int64, [String]?, Refusal.Code)] = [
            ("nothing", 1, nil, .productUnavailable), ("coins", 1, ["XYZ"], .unknownStorefront),
            ("coins", -1, nil, .invalidAction),
        ]
        for (product, price, storefronts, code) in cases {
            let refusal = #expect(throws: Refusal.self) { try shop.setPrice(of: product, to: price, in: storefronts) }
            #expect(refusal?.code == code)
        }
        #expect(try shop.buy("coins").price == 990)
    }
}
