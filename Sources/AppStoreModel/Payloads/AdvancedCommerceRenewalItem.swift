// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One item of the next period of an Advanced Commerce subscription.
public struct AdvancedCommerceRenewalItem: Codable, Hashable, Sendable {
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

    /// A price increase of the item that is under way.
    public var priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo?

    /// Creates one from its parts.
    public init(
        sku: String? = nil, description: String? = nil, displayName: String? = nil, offer: AdvancedCommerceOffer? = nil,
        price: Int64? = nil, priceIncreaseInfo: AdvancedCommercePriceIncreaseInfo? = nil
    ) {
        self.sku = sku
        self.description = description
        self.displayName = displayName
        self.offer = offer
        self.price = price
        self.priceIncreaseInfo = priceIncreaseInfo
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case description, displayName, offer, price, priceIncreaseInfo
    }
}
