// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

/// Products as a session's file describes them.
@Suite struct SessionProductTests {
    @Test("Auto-renewable subscriptions alone have subscription details, and their level is the file's")
    func subscriptions() async throws {
        try await withSession { _ in
            let products = try await Product.products(for: [
                "corner.coins", "corner.lifetime", "corner.season", "corner.plus.monthly", "corner.pro.monthly",
            ])
            #expect(
                products.map(\.type) == [.consumable, .nonConsumable, .nonRenewable, .autoRenewable, .autoRenewable])
            #expect(products.map { $0.subscription?.groupLevel } == [nil, nil, nil, 2, 1])
            for product in products {
                let json = try #require(
                    try JSONSerialization.jsonObject(with: product.jsonRepresentation) as? [String: Any])
                let attributes = try #require(json["attributes"] as? [String: Any])
                #expect(attributes["subscriptionFamilyRank"] as? Int == product.subscription?.groupLevel)
            }
        }
    }

    @Test("Only introductory offers lack an identifier, and only what is paid as one goes has several periods")
    func offers() async throws {
        try await SigningShop.open { _ in
            let monthly = try #require(try await Product.products(for: ["signed.monthly"]).first?.subscription)
            let offers =
                [monthly.introductoryOffer].compactMap(\.self) + monthly.promotionalOffers + monthly.winBackOffers
            #expect(offers.map(\.id) == [nil, "loyal", "return"])
            #expect(offers.map(\.paymentMode) == [.freeTrial, .payUpFront, .payUpFront])
            #expect(offers.map(\.periodCount) == [1, 1, 1])
            #expect(offers.map(\.price) == [0, Decimal(string: "1.99"), Decimal(string: "2.99")])
        }
        try await withSession { _ in
            let plus = try #require(try await Product.products(for: ["corner.plus.monthly"]).first?.subscription)
            let loyal = try #require(plus.promotionalOffers.first)
            #expect(loyal.paymentMode == .payAsYouGo)
            #expect(loyal.periodCount == 3)
            #expect(loyal.price == Decimal(string: "4.99"), "a period")
        }
    }

    @Test("The JSON is that of the App Store's catalogue")
    func json() async throws {
        try await withSession { _ in
            let pro = try #require(try await Product.products(for: ["corner.pro.monthly"]).first)
            let root = try #require(try JSONSerialization.jsonObject(with: pro.jsonRepresentation) as? NSDictionary)
            let expected: NSDictionary = [
                "id": "C0A7E512", "href": "/v1/catalog/usa/in-apps/C0A7E512", "type": "in-apps",
                "attributes": [
                    "description": ["standard": "All of it, and more"], "icuLocale": "en_US@currency=USD",
                    "isFamilyShareable": 0, "kind": "Auto-Renewable Subscription", "name": "Pro Monthly",
                    "offerName": "corner.pro.monthly",
                    "offers": [
                        [
                            "currencyCode": "USD",
                            "discounts": [
                                [
                                    "modeType": "FreeTrial", "numOfPeriods": 1, "priceFormatted": "$0.00",
                                    "priceString": "0", "recurringSubscriptionPeriod": "P1W", "type": "IntroOffer",
                                ] as NSDictionary
                            ],
                            "price": "14.99", "priceFormatted": "$14.99", "recurringSubscriptionPeriod": "P1M",
                        ] as NSDictionary
                    ],
                    "subscriptionFamilyId": "C0A7E510", "subscriptionFamilyName": "Corner Plus",
                    "subscriptionFamilyRank": 1,
                ] as NSDictionary,
            ]
            #expect(root == expected)
        }
    }

    @Test("A subscription has the terms of each billing plan")
    func pricingTerms() async throws {
        try await SigningShop.open { shop in
            shop.session.storefront = "DEU"  // in the USA there is no plan by the month
            let products = try await Product.products(for: ["signed.yearly", "signed.monthly"])
            let yearly = try #require(products.first?.subscription?.pricingTerms)
            #expect(yearly.map(\.billingPlanType) == [.upFront, .monthly])
            #expect(yearly.map(\.billingPrice) == [60, 6])
            #expect(yearly.map(\.commitmentInfo.price) == [60, 72])
            #expect(products.last?.subscription?.pricingTerms.map(\.billingPlanType) == [.upFront])
        }
    }
}
