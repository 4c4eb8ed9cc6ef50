// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreKitConfiguration {
    /// What is common to everything that can be bought.
    public struct Product: Sendable, Hashable, Identifiable {
        /// The product identifier apps ask for; unique in a configuration.
        public var id: String
        /// Xcode's or App Store Connect's own identifier; the product identifier where a file has none.
        public var internalID: String
        /// What kind of purchase this is.
        public var type: ProductType
        /// The author's own name for the product, never shown to customers.
        public var referenceName: String?
        /// The price in the currency of the storefront.
        public var price: Price
        /// Whether family members get the purchase too.
        public var isFamilyShareable: Bool
        /// Names and descriptions, at most one a locale, in the order of the file.
        public var localizations: [Localization]

        /// Creates a product; without an internal identifier it takes the product identifier's place.
        public init(
            id: String, internalID: String? = nil, type: ProductType, referenceName: String? = nil, price: Price,
            isFamilyShareable: Bool = false, localizations: [Localization] = []
        ) {
            self.id = id
            self.internalID = internalID ?? id
            self.type = type
            self.referenceName = referenceName
            self.price = price
            self.isFamilyShareable = isFamilyShareable
            self.localizations = localizations
        }
    }

    /// The four kinds of purchase; raw values are the words of the file format.
    public enum ProductType: String, Sendable, Hashable, CaseIterable {
        /// Used up, and bought again.
        case consumable = "Consumable"
        /// Bought once, owned for good.
        case nonConsumable = "NonConsumable"
        /// Lasts for a time that only the app knows.
        case nonRenewingSubscription = "NonRenewingSubscription"
        /// Renews until it is cancelled.
        case autoRenewableSubscription = "RecurringSubscription"
    }

    /// A name and a description in one language.
    public struct Localization: Sendable, Hashable {
        /// A locale such as `en_US`, `ja` or `zh_Hans`, as the file spells it.
        public var locale: String
        /// The name customers see; often empty.
        public var displayName: String
        /// The description customers see; often empty.
        public var description: String

        /// Creates a localization.
        public init(locale: String, displayName: String, description: String = "") {
            self.locale = locale
            self.displayName = displayName
            self.description = description
        }
    }
}
