// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// What is known at one moment about the renewal of a subscription.
package struct RenewalRecord: Codable, Sendable, Hashable {
    package let subscription: Subscription
    /// The moment at which this is known.
    package let date: StoreInstant
    /// The price of the next renewal, `nil` when there is none.
    package let price: Int64?
    /// The offer that the next renewal gets.
    package let offer: TransactionRecord.AppliedOffer?
    /// When it renews, or when it would have.
    package let renewalDate: StoreInstant
    /// What it renews into.
    package let product: Catalogue.ProductIndex
    /// The win-back offers the customer may have, best first.
    package let eligibleWinBackOfferIDs: [String]
    /// How the next payment is billed; `nil` for products without billing plans.
    package let plan: BillingPlanType?
    /// What follows the commitment that runs.
    package let commitment: Commitment?
    let storefrontPlace: Storefront.Place
    /// The customer's answer to a higher price, `nil` when there is none.
    package let priceIncrease: PriceIncreaseStatus?
    /// What it renews with, when it is one of the Advanced Commerce API.
    package let advancedCommerce: AdvancedCommercePlan?
    /// Where it renews.
    package var storefront: Storefront { storefrontPlace.storefront }

    /// What happens when a commitment is over.
    package struct Commitment: Codable, Sendable, Hashable {
        package let renews: Bool
        package let product: Catalogue.ProductIndex
        package let plan: BillingPlanType
        package let date: StoreInstant
        /// One payment of what follows, `nil` when nothing does.
        package let price: Int64?
    }
}
