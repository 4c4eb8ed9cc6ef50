// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Product {
    /// How a subscription of a group stands to the one the customer has.
    ///
    /// A level with a lower number is the higher one: moving there is an upgrade.
    public struct SubscriptionRelationship: OptionSet, Hashable, Sendable {
        /// One bit for each relationship.
        public var rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The set itself: it is a collection of its own kind.
        public typealias Element = Product.SubscriptionRelationship

        /// The one the customer has.
        public static let current = Self(rawValue: 1 << 0)
        /// A higher level of service.
        public static let upgrade = Self(rawValue: 1 << 1)
        /// A lower level of service.
        public static let downgrade = Self(rawValue: 1 << 2)
        /// The same level of service.
        public static let crossgrade = Self(rawValue: 1 << 3)
        /// Any of them.
        public static let all: Self = [.current, .upgrade, .downgrade, .crossgrade]
    }
}
