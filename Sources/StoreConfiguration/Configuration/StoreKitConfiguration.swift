// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a `.storekit` file says a store sells and how that store behaves, the same for every version of the format.
///
/// Missing parts of a file stand here as their defaults. ``ConfigurationDocument`` reads one and keeps the file itself.
public struct StoreKitConfiguration: Sendable, Hashable {
    /// The version of the file format, which Xcode raises with its own releases.
    public var version: Version
    /// The file's own identifier, which files of version 1.0 do not have.
    public var identifier: String?
    /// The consumables and non-consumables in the order of the file.
    public var products: [Product]
    /// The subscriptions that end by themselves, in the order of the file.
    public var nonRenewingSubscriptions: [Product]
    /// The groups of auto-renewable subscriptions; no two have the same identifier.
    public var subscriptionGroups: [SubscriptionGroup]
    /// How the store behaves.
    public var settings: Settings
    /// The key that signs promotional offers locally, when the author made one.
    public var offersKeyPair: OffersKeyPair?

    /// Creates a configuration from its parts, without checking them against one another.
    public init(
        version: Version = Version(major: 4, minor: 0), identifier: String? = nil, products: [Product] = [],
        nonRenewingSubscriptions: [Product] = [], subscriptionGroups: [SubscriptionGroup] = [],
        settings: Settings = Settings(), offersKeyPair: OffersKeyPair? = nil
    ) {
        self.version = version
        self.identifier = identifier
        self.products = products
        self.nonRenewingSubscriptions = nonRenewingSubscriptions
        self.subscriptionGroups = subscriptionGroups
        self.settings = settings
        self.offersKeyPair = offersKeyPair
    }

    /// The version of the file format; compare with `<`, never for equality, because minor versions are in use.
    public struct Version: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// The part that rises with new kinds of content.
        public var major: Int
        /// The part that rises between releases of one Xcode.
        public var minor: Int

        /// Creates a version.
        public init(major: Int, minor: Int) {
            self.major = major
            self.minor = minor
        }

        /// Major and minor joined by a full stop.
        public var description: String { "\(major).\(minor)" }

        /// Orders by major, then by minor.
        public static func < (left: Self, right: Self) -> Bool {
            (left.major, left.minor) < (right.major, right.minor)
        }
    }
}
