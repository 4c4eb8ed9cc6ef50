// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One item of a transaction made through the Advanced Commerce API.
public struct AdvancedCommerceTransactionItem: Codable, Hashable, Sendable {
    /// The developer's own identifier of the item.
    public var sku: String?

    /// The description the customer sees.
    public var description: String?

    /// The name the customer sees.
    public var displayName: String?

    /// The offer that applies to the item.
    public var offer: AdvancedCommerceOffer?

    /// The price in thousandths of the currency's unit: 9990 is 9.99.
    public var price: Int64?

    /// The refunds given for the item.
    public var refunds: [AdvancedCommerceRefund]?

    /// When the item was refunded or taken back.
    public var revocationDate: Date?

    /// Creates one from its parts.
    public init(
        sku: String? = nil, description: String? = nil, displayName: String? = nil, offer: AdvancedCommerceOffer? = nil,
        price: Int64? = nil, refunds: [AdvancedCommerceRefund]? = nil, revocationDate: Date? = nil
    ) {
        self.sku = sku
        self.description = description
        self.displayName = displayName
        self.offer = offer
        self.price = price
        self.refunds = refunds
        self.revocationDate = revocationDate
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case description, displayName, offer, price, refunds, revocationDate
    }
}
