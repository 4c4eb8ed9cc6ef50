// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An item that is added to a subscription.
public struct AdvancedCommerceSubscriptionModifyAddItem: Codable, Hashable, Sendable {
    /// The developer's own identifier of the item, at most 128 characters.
    public var sku: String

    /// The description the customer sees, at most 45 characters.
    public var description: String

    /// The name the customer sees, at most 30 characters.
    public var displayName: String

    /// The price in thousandths of the currency's unit: 9990 is 9.99.
    public var price: Int64

    /// The offer that applies to the item.
    public var offer: AdvancedCommerceOffer?

    /// The price for the rest of the present period, in thousandths of the currency's unit.
    public var proratedPrice: Int64?

    /// Creates one from its parts.
    public init(
        sku: String, description: String, displayName: String, price: Int64, offer: AdvancedCommerceOffer? = nil,
        proratedPrice: Int64? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.sku = try HelperValidationUtils.validateSku(sku)
        self.description = try HelperValidationUtils.validateDescription(description)
        self.displayName = try HelperValidationUtils.validateDisplayName(displayName)
        self.price = price
        self.offer = offer
        self.proratedPrice = proratedPrice
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case description, displayName, price, offer, proratedPrice
    }
}
