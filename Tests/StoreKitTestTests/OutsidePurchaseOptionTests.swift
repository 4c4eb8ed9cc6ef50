// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

/// What is bought outside the app heeds every option that makes a difference there.
@Suite struct OutsidePurchaseOptionTests {
    private static let monthly = "signed.monthly"

    @Test("A win-back offer brings back who has left")
    func winBack() async throws {
        try await SigningShop.open { shop in
            let session = shop.session
            try await session.buyProduct(identifier: Self.monthly)
            try session.expireSubscription(productIdentifier: Self.monthly)
            let product = try #require(try await Product.products(for: [Self.monthly]).first)
            let offer = try #require(product.subscription?.winBackOffers.first)
            let bought = try await session.buyProduct(identifier: Self.monthly, options: [.winBackOffer(offer)])
            #expect(bought.offer?.type == .winBack)
            #expect(bought.offer?.id == "return")
            #expect(bought.price == Decimal(string: "2.99"))
        }
    }

    @Test("A year is paid by the month when the plan is chosen")
    func billingPlan() async throws {
        try await SigningShop.open { shop in
            shop.session.storefront = "DEU"  // in the USA there is no such plan
            let bought = try await shop.session.buyProduct(
                identifier: "signed.yearly", options: [.billingPlanType(.monthly)])
            #expect(bought.billingPlanType == .monthly)
            #expect(bought.price == 6)
            #expect(bought.commitmentInfo?.price == 72)
        }
    }

    @Test("A promotional offer is granted for a signature in either form, and refused for one of something else")
    func promotionalOffers() async throws {
        try await SigningShop.open { shop in
            let session = shop.session
            let bundleID = try await session.buyProduct(identifier: Self.monthly).appBundleID
            try session.expireSubscription(productIdentifier: Self.monthly)
            let now = Int(Date().timeIntervalSince1970 * 1000)
            let wrong = try shop.signature(offer: "loyal", product: "signed.yearly", time: now, bundleID: bundleID)
            let error = await #expect(throws: SKTestError.self) {
                try await session.buyProduct(identifier: Self.monthly, options: [wrong])
            }
            #expect(error?.code == .invalidAction)
            let signed = try shop.signature(offer: "loyal", product: Self.monthly, time: now, bundleID: bundleID)
            let first = try await session.buyProduct(identifier: Self.monthly, options: [signed])
            #expect(first.offer?.id == "loyal")
            #expect(first.price == Decimal(string: "1.99"))
            try session.expireSubscription(productIdentifier: Self.monthly)
            let jws = try shop.jws(
                audience: "promotional-offer", bundleID: bundleID,
                ["productId": Self.monthly, "offerIdentifier": "loyal"])
            let second = try await session.buyProduct(
                identifier: Self.monthly,
                options: Set(Product.PurchaseOption.promotionalOffer("loyal", compactJWS: jws)))
            #expect(second.offer?.type == .promotional)
            #expect(second.price == Decimal(string: "1.99"))
        }
    }

    @Test("The developer's server decides about the introductory offer", arguments: [true, false])
    func introductoryOffer(isAllowed: Bool) async throws {
        try await SigningShop.open { shop in
            let app = try await AppTransaction.shared.payloadValue
            let jws = try shop.jws(
                audience: "introductory-offer-eligibility", bundleID: app.bundleID,
                [
                    "productId": Self.monthly, "transactionId": app.appTransactionID,
                    "allowIntroductoryOffer": isAllowed,
                ])
            let bought = try await shop.session.buyProduct(
                identifier: Self.monthly, options: [.introductoryOfferEligibility(compactJWS: jws)])
            #expect(bought.offer?.type == (isAllowed ? .introductory : nil))
            #expect(bought.price == (isAllowed ? 0 : Decimal(string: "9.99")))
        }
    }

    @Test("Quantity and token are kept")
    func quantityAndToken() async throws {
        try await withSession { session in
            let token = UUID()
            let bought = try await session.buyProduct(
                identifier: "corner.coins", options: [.quantity(3), .appAccountToken(token)])
            #expect(bought.purchasedQuantity == 3)
            #expect(bought.appAccountToken == token)
        }
    }
}
