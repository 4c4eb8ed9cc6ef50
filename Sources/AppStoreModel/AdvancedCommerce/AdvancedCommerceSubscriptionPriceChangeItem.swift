// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An item whose price changes.
public struct AdvancedCommerceSubscriptionPriceChangeItem: Codable, Hashable, Sendable {
    /// The developer's own identifier of the item, at most 128 characters.
    public var sku: String

    /// The new price in thousandths of the currency's unit: 9990 is 9.99.
    public var price: Int64

    /// The items whose prices depend on this one, each at most 128 characters.
    public var dependentSKUs: [String]?

    /// Creates one from its parts.
    public init(sku: String, price: Int64, dependentSKUs: [String]? = nil) throws(HelperValidationUtils.ValidationError)
    {
        self.sku = try HelperValidationUtils.validateSku(sku)
        self.price = price
        self.dependentSKUs = try dependentSKUs?.map(HelperValidationUtils.validateSku)
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case price, dependentSKUs
    }
}
