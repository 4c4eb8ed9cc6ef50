// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink

/// Something that the customer chose in the App Store and the app is to sell.
public struct PurchaseIntent: Equatable, Sendable, Identifiable {
    /// The product that was chosen.
    public let product: Product
    /// The offer that was chosen with it; subscriptions only.
    public let offer: Product.SubscriptionOffer?

    /// The product's identifier.
    public var id: Product.ID { product.id }

    init(_ record: IntentRecord) {
        product = Product(record.product, storefront: record.storefront)
        let offers = product.subscription.map { $0.winBackOffers + $0.promotionalOffers } ?? []
        offer = record.offerID.flatMap { id in offers.first { $0.id == id } }
    }

    /// Every wish to buy, once, from the time before the app was launched on.
    ///
    /// Wishes that nobody iterates for wait for the first who does. The sequence never ends by itself; cancelling the
    /// task that iterates ends it.
    public static var intents: PurchaseIntents { PurchaseIntents(center: .current) }
}

extension PurchaseIntent {
    /// The sequence of ``intents``.
    public struct PurchaseIntents: AsyncSequence, Sendable {
        /// A wish to buy.
        public typealias Element = PurchaseIntent

        let center: StoreCenter

        /// Begins to iterate; nothing is missed from here on.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(subscription: center.listenToIntents())
        }

        /// One walk through the sequence.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A wish to buy.
            public typealias Element = PurchaseIntent.PurchaseIntents.Element

            let subscription: Subscription<Element>

            /// The next wish; `nil` when the task is cancelled.
            public mutating func next() async -> PurchaseIntent.PurchaseIntents.Element? {
                await subscription.next()
            }
        }
    }
}
