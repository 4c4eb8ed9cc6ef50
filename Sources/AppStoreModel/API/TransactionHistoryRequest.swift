// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Which of a customer's transactions are asked for; it travels in the query of a URL, not in a body.
public struct TransactionHistoryRequest: Hashable, Sendable {
    /// Only transactions purchased at this time or later.
    public var startDate: Date?

    /// Only transactions purchased before this time.
    public var endDate: Date?

    /// Only transactions of one of these products.
    public var productIds: [String]?

    /// Only transactions of one of these kinds of product.
    public var productTypes: [ProductType]?

    /// The order, by the time of the last change; ascending unless given.
    public var sort: Order?

    /// Only subscriptions of one of these groups.
    public var subscriptionGroupIdentifiers: [String]?

    /// Only bought ones, or only ones from Family Sharing.
    public var inAppOwnershipType: InAppOwnershipType?

    /// Only transactions that were, or were not, refunded or taken back.
    public var revoked: Bool?

    /// Creates one from its parts; what is left out does not narrow the answer.
    public init(
        startDate: Date? = nil, endDate: Date? = nil, productIds: [String]? = nil, productTypes: [ProductType]? = nil,
        sort: Order? = nil, subscriptionGroupIdentifiers: [String]? = nil,
        inAppOwnershipType: InAppOwnershipType? = nil, revoked: Bool? = nil
    ) {
        self.startDate = startDate
        self.endDate = endDate
        self.productIds = productIds
        self.productTypes = productTypes
        self.sort = sort
        self.subscriptionGroupIdentifiers = subscriptionGroupIdentifiers
        self.inAppOwnershipType = inAppOwnershipType
        self.revoked = revoked
    }

    /// A kind of product, spelt as in a query.
    public enum ProductType: String, Codable, Sendable {
        /// Renews until the customer turns it off.
        case autoRenewable = "AUTO_RENEWABLE"
        /// Lasts a time the developer keeps track of.
        case nonRenewable = "NON_RENEWABLE"
        /// Used up and bought again.
        case consumable = "CONSUMABLE"
        /// Bought once and kept.
        case nonConsumable = "NON_CONSUMABLE"
    }

    /// An order of transactions.
    public enum Order: String, Codable, Sendable {
        /// The one changed last comes last.
        case ascending = "ASCENDING"
        /// The one changed last comes first.
        case descending = "DESCENDING"
    }
}
