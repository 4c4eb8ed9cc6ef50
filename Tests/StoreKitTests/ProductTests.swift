// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Testing

@testable import StoreKit

extension ProductRecord {
    static func consumable(_ id: String, price: Int64 = 990) -> Self {
        Self(
            id: id, internalID: "I-\(id)", type: "Consumable", displayName: id.capitalized, description: "Some \(id)",
            price: price, isFamilyShareable: false)
    }

    static let monthly = Self(
        id: "monthly", internalID: "5BF4AB4E", type: "Auto-Renewable Subscription", displayName: "Monthly",
        description: "Everything", price: 9990, isFamilyShareable: true,
        subscription: SubscriptionRecord(
            groupID: "plans", groupDisplayName: "Plans", groupLevel: 2, period: "P1M",
            introductoryOffer: OfferRecord(paymentMode: "FREE_TRIAL", price: 0, period: "P1W", periodCount: 1),
            promotionalOffers: [
                OfferRecord(id: "half", paymentMode: "PAY_AS_YOU_GO", price: 4990, period: "P1M", periodCount: 3)
            ],
            winBackOffers: [
                OfferRecord(id: "back", paymentMode: "PAY_UP_FRONT", price: 1990, period: "P2M", periodCount: 1)
            ],
            pricingTerms: [
                PricingTermsRecord(
                    billingPlan: "BILLED_UPFRONT", price: 9990, period: "P1M", commitmentPrice: 9990,
                    introductoryOffer: OfferRecord(paymentMode: "FREE_TRIAL", price: 0, period: "P1W", periodCount: 1))
            ]))
}

@Suite struct ProductTests {
    @Test(
        "Prices are written as their storefront writes them",
        arguments: [
            (StorefrontRecord.usa, 9990, "$9.99"), (.germany, 9990, "9,99\u{A0}€"), (.korea, 4_900_000, "₩4,900"),
            (.usa, 0, "$0.00"), (.usa, 1_234_500, "$1,234.50"),
        ])
    func pricesAreWrittenAsTheirStorefrontWritesThem(storefront: StorefrontRecord, price: Int64, text: String) {
        let product = Product(.consumable("gems", price: price), storefront: storefront)
        #expect(product.displayPrice == text)
        #expect(product.price == Decimal(price) / 1000)
        #expect(product.priceFormatStyle.format(product.price) == text)
    }

    @Test func pricesAreExact() {
        #expect(Product(.consumable("gems", price: 9_990), storefront: .usa).price == Decimal(string: "9.99"))
        #expect(Product(.consumable("gems", price: 1), storefront: .usa).price == Decimal(string: "0.001"))
    }

    @Test func aSubscriptionHasItsOffers() throws {
        let product = Product(.monthly, storefront: .usa)
        let subscription = try #require(product.subscription)
        #expect(product.type == .autoRenewable)
        #expect(product.isFamilyShareable)
        #expect(subscription.subscriptionGroupID == "plans")
        #expect(subscription.groupDisplayName == "Plans")
        #expect(subscription.groupLevel == 2)
        #expect(subscription.subscriptionPeriod == .monthly)
        let introductory = try #require(subscription.introductoryOffer)
        #expect(introductory.id == nil)
        #expect(introductory.type == .introductory)
        #expect(introductory.paymentMode == .freeTrial)
        #expect(introductory.period == .weekly)
        #expect(introductory.displayPrice == "$0.00")
        let promotional = try #require(subscription.promotionalOffers.first)
        #expect(promotional.id == "half")
        #expect(promotional.type == .promotional)
        #expect(promotional.paymentMode == .payAsYouGo)
        #expect(promotional.periodCount == 3)
        #expect(promotional.displayPrice == "$4.99")
        let winBack = try #require(subscription.winBackOffers.first)
        #expect(winBack.type == .winBack)
        #expect(winBack.paymentMode == .payUpFront)
        #expect(winBack.period == .everyTwoMonths)
    }

    @Test func otherProductsHaveNoSubscription() {
        #expect(Product(.consumable("gems"), storefront: .usa).subscription == nil)
    }

    @Test func theJSONIsThatOfTheCatalogue() throws {
        let json = Product(.monthly, storefront: .germany).jsonRepresentation
        let root = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let attributes = try #require(root["attributes"] as? [String: Any])
        let price = try #require((attributes["offers"] as? [[String: Any]])?.first)
        let discounts = try #require(price["discounts"] as? [[String: Any]])
        #expect(root["id"] as? String == "5BF4AB4E")
        #expect(root["href"] as? String == "/v1/catalog/deu/in-apps/5BF4AB4E")
        #expect(attributes["offerName"] as? String == "monthly")
        #expect(attributes["icuLocale"] as? String == "de_DE@currency=EUR")
        #expect(attributes["subscriptionFamilyRank"] as? Int == 2)
        #expect(price["price"] as? String == "9.99")
        #expect(price["recurringSubscriptionPeriod"] as? String == "P1M")
        #expect(discounts.map { $0["type"] as? String } == ["IntroOffer", "AdhocOffer", "WinBackOffer"])
        #expect(discounts[0]["offerId"] == nil)
    }

    @Test func eachProductIsLoadedOnceInTheOrderAskedFor() async throws {
        try await withStore { store in
            store.script { $0.products = [.consumable("a"), .consumable("b"), .monthly] }
            let products = try await Product.products(for: ["monthly", "missing", "a", "monthly"])
            #expect(products.map(\.id) == ["monthly", "a"])
        }
    }

    @Test func productsFollowTheStorefront() async throws {
        try await withStore { store in
            store.script { $0.products = [.consumable("a")] }
            let before = try await Product.products(for: ["a"])
            store.script { $0.storefront = .germany }
            let after = try await Product.products(for: ["a"])
            #expect(before.map(\.displayPrice) == ["$0.99"])
            #expect(after.map(\.displayPrice) == ["0,99\u{A0}€"])
        }
    }
}

@Suite struct SubscriptionPeriodTests {
    @Test(
        "Periods are read from ISO 8601",
        arguments: [
            ("P1W", SubscriptionPeriod.weekly), ("P1M", .monthly), ("P1Y", .yearly), ("P3D", .everyThreeDays),
            ("P2W", .everyTwoWeeks), ("P2M", .everyTwoMonths), ("P3M", .everyThreeMonths), ("P6M", .everySixMonths),
        ])
    func periodsAreReadFromISO8601(text: String, period: SubscriptionPeriod) {
        #expect(SubscriptionPeriod(iso8601: text) == period)
        #expect(period.iso8601 == text)
    }

    @Test(
        "What is no period is refused", arguments: ["", "P", "PM", "1M", "P1", "P0D", "P-1M", "PT1M", "P1M2D", "P1H"])
    func whatIsNoPeriodIsRefused(text: String) {
        #expect(SubscriptionPeriod(iso8601: text) == nil)
    }

    @Test func monthsAreThoseOfTheCalendar() {
        // 31 January 2027, 12:00 UTC; February has 28 days.
        let january = Date(timeIntervalSince1970: 1_801_396_800)
        let range = SubscriptionPeriod.monthly.dateRange(referenceDate: january)
        #expect(range.lowerBound == january)
        #expect(range.upperBound == january.addingTimeInterval(28 * 86_400))
    }

    @Test func periodsAreFormattedAsDurations() {
        let style = Duration.UnitsFormatStyle(allowedUnits: [.days], width: .wide).locale(Locale(identifier: "en_US"))
        #expect(SubscriptionPeriod.everyThreeDays.formatted(style, referenceDate: Signing.start) == "3 days")
    }

    @Test func unitsAreOrderedByLength() {
        #expect([SubscriptionPeriod.Unit.year, .day, .month, .week].sorted() == [.day, .week, .month, .year])
    }
}
