// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
package import StoreConfiguration

/// An account's number.
package struct AccountID: Hashable, Sendable, Codable, Comparable {
    package let value: Int32

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A transaction's number, counting from 0; ``TransactionFacts`` make the identifier on the wire of it.
package struct TransactionIndex: Hashable, Sendable, Codable, Comparable {
    package let value: Int32

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A subscription's number: one customer's history in one group.
package struct SubscriptionIndex: Hashable, Sendable, Codable {
    package let value: Int32
}

/// One purchase or renewal, as small as it can be kept; the signed payload is made of it when somebody asks.
package struct TransactionRecord: Codable, Sendable, Hashable {
    /// The offer a price came from.
    package struct AppliedOffer: Codable, Sendable, Hashable {
        package let type: OfferType
        package let id: String?
        package let discountType: OfferDiscountType
        /// The length of the offer, or of one of its periods; what is bought once has none.
        package let period: StoreKitConfiguration.Period?
    }

    /// Why and when a purchase was taken back.
    package struct Revocation: Codable, Sendable, Hashable {
        package let date: StoreInstant
        package let reason: RevocationReason
        package let type: RevocationType
        /// The part paid back, in thousandths of a per cent.
        package let percentage: Int32
    }

    package let index: TransactionIndex
    /// The first transaction of the product, or of the subscription group.
    package let original: TransactionIndex
    package let account: AccountID
    package let product: Catalogue.ProductIndex
    package let subscription: SubscriptionIndex?
    package let purchaseDate: StoreInstant
    package let originalPurchaseDate: StoreInstant
    /// When the period ends; nothing but an auto-renewable subscription has one.
    package internal(set) var expiresDate: StoreInstant?
    package let quantity: Int32
    /// Thousandths of the currency's unit, for all of the quantity.
    package let price: Int64
    let storefrontPlace: Storefront.Place
    /// Where it was bought.
    package var storefront: Storefront { storefrontPlace.storefront }
    package let reason: TransactionReason
    package let offer: AppliedOffer?
    package let appAccountToken: UUID?
    /// Where it stands in a commitment, when a year is paid by the month.
    package internal(set) var commitment: Commitment?
    /// What it was for, when it is one of the Advanced Commerce API.
    package internal(set) var advancedCommerce: AdvancedCommerceContent?
    /// The first transaction of the subscription before it was migrated to the Advanced Commerce API.
    package internal(set) var previousOriginal: TransactionIndex?
    package internal(set) var revocation: Revocation?
    package internal(set) var isUpgraded = false
    /// Whether the app has marked it as delivered.
    package internal(set) var isFinished = false
    /// Whether the customer has it through a family member who bought it.
    package internal(set) var isFamilyShared = false
    /// Grows with every transaction of the store that is made or changed: the order of the last changes.
    package internal(set) var modification: Int64 = 0
}
