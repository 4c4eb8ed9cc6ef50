// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// What is known at one moment about the renewal of a subscription.
package struct RenewalRecord: Sendable, Hashable {
    package let subscription: Subscription
    /// The price of the next renewal, `nil` when there is none.
    package let price: Int64?
    /// The offer that the next renewal gets.
    package let offer: TransactionRecord.AppliedOffer?
    /// When it renews, or when it would have.
    package let renewalDate: StoreInstant
    let storefrontPlace: Storefront.Place
    /// The customer's answer to a higher price, `nil` when there is none.
    package let priceIncrease: PriceIncreaseStatus?
    /// Where it renews.
    package var storefront: Storefront { storefrontPlace.storefront }
}
