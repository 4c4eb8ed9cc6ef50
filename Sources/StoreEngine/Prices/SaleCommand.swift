// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// What a developer changes about the products while the store is open.
package enum SaleCommand: Codable, Sendable, Hashable {
    /// Changes what a product costs.
    case setPrice(PriceChange)
    /// Takes a product off sale: nobody can buy it, and its subscriptions end instead of renewing.
    case withdraw(productID: String)
    /// Sells a withdrawn product again.
    case offerAgain(productID: String)

    /// A new price, and whom it is for.
    package struct PriceChange: Codable, Sendable, Hashable {
        package var productID: String
        /// Thousandths of the currency's unit.
        package var price: Int64
        /// The storefronts it is for, ISO 3166-1 alpha-3; `nil` means all of them.
        package var storefronts: [String]?
        /// What it means to those who subscribe already.
        package var subscribers: Subscribers

        /// Creates a price change.
        package init(
            productID: String, price: Int64, storefronts: [String]? = nil, subscribers: Subscribers = .follow(.byRule)
        ) {
            self.productID = productID
            self.price = price
            self.storefronts = storefronts
            self.subscribers = subscribers
        }
    }

    /// What a price change means to those who subscribe already.
    package enum Subscribers: Codable, Sendable, Hashable {
        /// They keep the price they have, also when they come back within 60 days of a lapse.
        case keepPrice
        /// They pay the new price from the next renewal on.
        case follow(Consent)
    }

    /// Whether subscribers must agree to a higher price.
    package enum Consent: Codable, Sendable, Hashable {
        /// Where ``ConsentRule`` says so.
        case byRule
        /// Always, as the law of some countries demands.
        case needed
        /// Never: they are told of it.
        case notNeeded
    }
}

/// What becomes of a higher price for one subscriber.
package enum PriceIncreaseCommand: Codable, Sendable, Hashable {
    /// Asks a subscriber to agree to a price; `nil` asks without changing it.
    case request(subscription: SubscriptionIndex, price: Int64?)
    /// The subscriber agrees.
    case agree(subscription: SubscriptionIndex)
    /// The subscriber does not agree, which cancels the subscription.
    case decline(subscription: SubscriptionIndex)
}
