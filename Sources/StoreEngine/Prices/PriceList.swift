// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// What changed about the products since the store opened: prices, what is off sale, and what single subscribers pay.
///
/// The catalogue itself stays as it was configured.
package struct PriceList: Codable, Sendable, Hashable {
    private struct Place: Codable, Hashable {
        let product: Catalogue.ProductIndex
        let storefront: Storefront.Place
    }

    /// What one subscriber pays at the renewal instead of the listed price.
    struct SubscriberPrice: Codable, Sendable, Hashable {
        /// The product it is the price of.
        let product: Catalogue.ProductIndex
        let storefront: Storefront.Place
        /// What the customer has agreed to by buying.
        var agreed: Int64
        var increase: Increase?

        /// What the next renewal costs, as far as the customer has agreed.
        var next: Int64 {
            guard let increase, increase.isAgreed else { return agreed }
            return increase.price
        }
    }

    /// A higher price that a subscriber was told of.
    struct Increase: Codable, Sendable, Hashable {
        let price: Int64
        /// Whether the customer agreed, or need not.
        var isAgreed: Bool

        /// As renewal infos spell it.
        var status: PriceIncreaseStatus {
            isAgreed ? .customerConsentedOrWasNotifiedWithoutNeedingConsent : .customerHasNotResponded
        }
    }

    private var prices: [Place: Int64] = [:]
    private var increases: [Place: StoreInstant] = [:]
    var withdrawn: Set<Catalogue.ProductIndex> = []
    /// Only of those who do not simply pay the listed price.
    var subscribers: [SubscriptionIndex: SubscriberPrice] = [:]

    /// The price a product was given while the store was open.
    func price(of product: Catalogue.ProductIndex, in storefront: Storefront.Place) -> Int64? {
        prices[Place(product: product, storefront: storefront)]
    }

    mutating func setPrice(_ price: Int64, of product: Catalogue.ProductIndex, in storefront: Storefront.Place) {
        prices[Place(product: product, storefront: storefront)] = price
    }

    /// When subscribers were last given a higher price.
    func lastIncrease(of product: Catalogue.ProductIndex, in storefront: Storefront.Place) -> StoreInstant? {
        increases[Place(product: product, storefront: storefront)]
    }

    mutating func noteIncrease(
        of product: Catalogue.ProductIndex, in storefront: Storefront.Place, at date: StoreInstant
    ) {
        increases[Place(product: product, storefront: storefront)] = date
    }
}
