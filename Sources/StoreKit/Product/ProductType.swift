// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Product {
    /// The kind of a product.
    ///
    /// The set is open: a newer store may know more kinds.
    public struct ProductType: RawRepresentable, Hashable, Sendable {
        /// The kind as signed transactions spell it.
        public let rawValue: String

        /// Creates a kind from its spelling in signed transactions.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Used up and bought again.
        public static let consumable = Self(rawValue: "Consumable")
        /// Bought once and kept.
        public static let nonConsumable = Self(rawValue: "Non-Consumable")
        /// A service for a time that the app keeps track of.
        public static let nonRenewable = Self(rawValue: "Non-Renewing Subscription")
        /// Renews until the customer turns it off.
        public static let autoRenewable = Self(rawValue: "Auto-Renewable Subscription")
        /// Several subscriptions sold as one; the spelling is presumed, for no signed data shows it yet.
        public static let subscriptionBundle = Self(rawValue: "Subscription Bundle")
        /// Subscriptions of several apps sold as one; the spelling is presumed, for no signed data shows it yet.
        public static let subscriptionSuite = Self(rawValue: "Subscription Suite")

        /// The kind in words.
        public var localizedDescription: String { rawValue }
    }
}
