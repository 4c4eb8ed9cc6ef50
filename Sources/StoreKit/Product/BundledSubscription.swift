// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Product.SubscriptionInfo {
    /// A subscription that another one includes.
    public struct BundledSubscription: Hashable, Sendable {
        /// The product identifier.
        public let id: Product.ID
        /// The name in the customer's language.
        public let displayName: String
        /// The description in the customer's language.
        public let description: String
        /// The price outside the bundle, in the storefront's currency.
        public let price: Decimal
        /// ``price`` as the storefront writes it.
        public let displayPrice: String
        /// Whether family members share a purchase.
        public let isFamilyShareable: Bool
        /// The group the subscription belongs to.
        public let subscriptionGroupID: String
        /// The group's name in the customer's language.
        public let subscriptionGroupDisplayName: String
        /// The level of service in the group; a lower number is a higher level.
        public let subscriptionGroupLevel: Int
    }

    /// The subscriptions that this one includes; none, because no configuration describes bundles.
    public var bundledSubscriptions: [BundledSubscription] { [] }
}
