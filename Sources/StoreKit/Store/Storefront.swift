// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreLink

/// A country's or region's store.
public struct Storefront: Identifiable, Sendable {
    /// The country or region, ISO 3166-1 alpha-3.
    public let countryCode: String
    /// Apple's number for the storefront.
    public let id: String
    /// The currency of its prices.
    public let currency: Locale.Currency?

    /// The storefront of the customer's account; `nil` when the store cannot be asked.
    public static var current: Storefront? {
        get async { await StoreCenter.current.storefront() }
    }

    /// The storefront whenever it changes.
    ///
    /// The sequence never ends by itself; cancelling the task that iterates ends it. It waits for a store to be
    /// connected and follows when another one is.
    public static var updates: Storefronts { Storefronts(center: .current) }
}

extension Storefront {
    init(_ record: StorefrontRecord) {
        self.init(countryCode: record.countryCode, id: record.id, currency: Locale.Currency(record.currency))
    }

    /// The sequence of ``updates``.
    public struct Storefronts: AsyncSequence, Sendable {
        /// The storefront after a change.
        public typealias Element = Storefront

        let center: StoreCenter

        /// Begins to iterate; nothing is missed from here on.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(subscription: center.listenToStorefronts())
        }

        /// One walk through the sequence.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// The storefront after a change.
            public typealias Element = Storefront

            let subscription: Subscription<Element>

            /// The next storefront; `nil` when the task is cancelled.
            public mutating func next() async -> Element? {
                await subscription.next()
            }
        }
    }
}
