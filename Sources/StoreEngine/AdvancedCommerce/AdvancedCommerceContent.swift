// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation

/// What a transaction of the Advanced Commerce API was for; the developer's server said it, the store keeps it.
package struct AdvancedCommerceContent: Codable, Sendable, Hashable {
    /// The texts of a subscription as a whole.
    package struct Descriptors: Codable, Sendable, Hashable {
        package var displayName: String
        package var description: String
    }

    /// One thing of the developer's own catalogue.
    package struct Item: Codable, Sendable, Hashable {
        package var sku: String
        package var displayName: String
        package var description: String
        /// One payment without an offer, in milliunits.
        package var price: Int64
        /// The offer the payment got.
        package var offer: AdvancedCommerceOffer?
        /// What was paid for it in this transaction, in milliunits.
        package var charged: Int64
        package var refunds: [AdvancedCommerceRefund] = []
        /// When the customer lost it.
        package var revokedAt: StoreInstant?

        /// What was paid and not given back.
        package var refundable: Int64 {
            charged - refunds.reduce(0) { $0 + ($1.refundAmount ?? 0) }
        }
    }

    /// Subscriptions have some.
    package var descriptors: Descriptors?
    package var items: [Item]
    /// How long a subscription's period lasts.
    package var period: AdvancedCommercePeriod?
    /// The request that this came from.
    package var requestReferenceID: UUID
    package var taxCode: String
}

/// What a subscription of the Advanced Commerce API renews with.
package struct AdvancedCommercePlan: Codable, Sendable, Hashable {
    /// One item of the renewal.
    package struct Item: Codable, Sendable, Hashable {
        package var sku: String
        package var displayName: String
        package var description: String
        /// One payment without an offer, in milliunits.
        package var price: Int64
        package var offer: AdvancedCommerceOffer?
        /// Payments that still get the offer's price.
        package var offerPayments = 0
        package var increase: Increase?

        /// What the next payment for it is, as far as the customer has agreed.
        package var nextCharge: Int64 {
            if let offer, offerPayments > 0 { return offer.price }
            return increase?.status == .accepted ? increase?.price ?? price : price
        }
    }

    /// A higher price on its way.
    package struct Increase: Codable, Sendable, Hashable {
        package var price: Int64
        package var status: AdvancedCommercePriceIncreaseInfoStatus
        /// The items that go when the customer does not agree.
        package var dependents: [String]
        /// Whether the customer has to agree once told.
        package var needsConsent: Bool
    }

    /// The generic product; a subscription that changes to another product leaves the plan behind.
    package let product: Catalogue.ProductIndex
    package var descriptors: AdvancedCommerceContent.Descriptors
    package var items: [Item]
    package var period: AdvancedCommercePeriod
    package var taxCode: String
    package var requestReferenceID: UUID
    /// How often it was changed, which makes old consistency tokens recognisable.
    package var changes: Int32 = 1
    /// How long the next period lasts when an offer has a length of its own.
    var ownLength: OfferLength?

    /// The length of an offer whose period is not the subscription's.
    struct OfferLength: Codable, Sendable, Hashable {
        let period: AdvancedCommerceOfferPeriod
        let count: Int
    }

    /// The next payment, as far as the customer has agreed.
    package var nextCharge: Int64 { items.reduce(0) { $0 + $1.nextCharge } }

    /// Whether the customer has to answer yet.
    var isAsked: Bool { items.contains { $0.increase?.status == .pending } }

    func position(of sku: String) -> Int? { items.firstIndex { $0.sku == sku } }

    /// Takes items out of the renewal.
    mutating func drop(_ skus: Set<String>) {
        items.removeAll { skus.contains($0.sku) }
    }
}

/// What is known of Advanced Commerce besides what stands in transactions and subscriptions.
package struct AdvancedCommerceLedger: Codable, Sendable, Hashable {
    /// What subscriptions renew with.
    package internal(set) var plans: [SubscriptionIndex: AdvancedCommercePlan] = [:]
    /// The references of requests, each of which serves once.
    var references: Set<UUID> = []
    /// Refunds that wait for a decision.
    var pendingRefunds: [TransactionIndex: PendingRefund] = [:]
    /// When a subscriber was last told of a higher price.
    var increases: [SubscriptionIndex: StoreInstant] = [:]

    /// What is to be given back once somebody decides so.
    struct PendingRefund: Codable, Sendable, Hashable {
        let items: [AdvancedCommerceRefundItem]
        let revokesSubscription: Bool
    }
}

/// What is to be given back for one item.
struct AdvancedCommerceRefundItem: Codable, Sendable, Hashable {
    let sku: String
    let type: AdvancedCommerceRefundType
    let reason: AdvancedCommerceRefundReason
    /// In milliunits, for a custom refund.
    let amount: Int64?
    /// Whether the customer loses the item.
    let revokes: Bool
}
