// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
import StoreKitTest
import Testing

@Suite struct PurchaseIntentTests {
    private static let monthly = "signed.monthly"

    @Test("What the customer chose in the App Store waits for the app, and nothing is bought")
    func chosen() async throws {
        try await SigningShop.open { shop in
            try shop.session.chooseInAppStore(productIdentifier: Self.monthly)
            var intents = PurchaseIntent.intents.makeAsyncIterator()
            let intent = try #require(await intents.next())
            #expect(intent.id == Self.monthly && intent.offer == nil)
            #expect(shop.session.allTransactions().isEmpty)
        }
    }

    @Test("Win-back and promotional offers are chosen with the product")
    func offers() async throws {
        try await SigningShop.open { shop in
            try await shop.session.buyProduct(identifier: Self.monthly)
            try shop.session.expireSubscription(productIdentifier: Self.monthly)
            let subscription = try #require(try await Product.products(for: [Self.monthly]).first?.subscription)
            let offers = [subscription.winBackOffers.first, subscription.promotionalOffers.first].compactMap(\.self)
            #expect(offers.count == 2)
            var intents = PurchaseIntent.intents.makeAsyncIterator()
            for offer in offers {
                try shop.session.chooseInAppStore(productIdentifier: Self.monthly, offer: offer)
                #expect(await intents.next()?.offer == offer)
            }
        }
    }

    @Test("What the App Store does not show cannot be chosen there")
    func refusals() async throws {
        try await SigningShop.open { shop in
            let session = shop.session
            func code(_ product: Product.ID, _ offer: Product.SubscriptionOffer? = nil) -> SKTestError.Code? {
                #expect(throws: SKTestError.self) {
                    try session.chooseInAppStore(productIdentifier: product, offer: offer)
                }?.code
            }
            #expect(code("nothing") == .invalidProductIdentifier)
            let subscription = try #require(try await Product.products(for: [Self.monthly]).first?.subscription)
            // Who never subscribed cannot be won back.
            let offer = try #require(subscription.winBackOffers.first)
            #expect(code(Self.monthly, offer) == .invalidAction)
        }
    }
}
