// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An item that takes the place of another in a subscription.
public struct AdvancedCommerceSubscriptionModifyChangeItem: Codable, Hashable, Sendable {
    /// The identifier of the item it takes the place of, at most 128 characters.
    public var currentSku: String

    /// The description the customer sees, at most 45 characters.
    public var description: String

    /// The name the customer sees, at most 30 characters.
    public var displayName: String

    /// ``effective`` as it stands on the wire, also when the value is unknown.
    public var rawEffective: String

    /// The price in thousandths of the currency's unit: 9990 is 9.99.
    public var price: Int64

    /// ``reason`` as it stands on the wire, also when the value is unknown.
    public var rawReason: String

    /// The new item's identifier, at most 128 characters.
    public var sku: String

    /// The offer that applies to the item.
    public var offer: AdvancedCommerceOffer?

    /// The price for the rest of the present period, in thousandths of the currency's unit.
    public var proratedPrice: Int64?

    /// Creates one from known values.
    public init(
        currentSku: String, description: String, displayName: String, effective: AdvancedCommerceEffective,
        price: Int64, reason: AdvancedCommerceReason, sku: String, offer: AdvancedCommerceOffer? = nil,
        proratedPrice: Int64? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        try self.init(
            currentSku: currentSku, description: description, displayName: displayName,
            rawEffective: effective.rawValue, price: price, rawReason: reason.rawValue, sku: sku, offer: offer,
            proratedPrice: proratedPrice)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        currentSku: String, description: String, displayName: String, rawEffective: String, price: Int64,
        rawReason: String, sku: String, offer: AdvancedCommerceOffer? = nil, proratedPrice: Int64? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.currentSku = try HelperValidationUtils.validateSku(currentSku)
        self.description = try HelperValidationUtils.validateDescription(description)
        self.displayName = try HelperValidationUtils.validateDisplayName(displayName)
        self.rawEffective = rawEffective
        self.price = price
        self.rawReason = rawReason
        self.sku = try HelperValidationUtils.validateSku(sku)
        self.offer = offer
        self.proratedPrice = proratedPrice
    }

    private enum CodingKeys: String, CodingKey {
        case currentSku = "currentSKU"
        case description, displayName
        case rawEffective = "effective"
        case price
        case rawReason = "reason"
        case sku = "SKU"
        case offer, proratedPrice
    }

    /// When the change takes effect.
    public var effective: AdvancedCommerceEffective? {
        get { AdvancedCommerceEffective(rawValue: rawEffective) }
        set { rawEffective = newValue?.rawValue ?? rawEffective }
    }

    /// Why the item is changed.
    public var reason: AdvancedCommerceReason? {
        get { AdvancedCommerceReason(rawValue: rawReason) }
        set { rawReason = newValue?.rawValue ?? rawReason }
    }
}
