// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An item that is bought once.
public struct AdvancedCommerceOneTimeChargeItem: Codable, Hashable, Sendable {
    /// The description the customer sees, at most 45 characters.
    public var description: String

    /// The name the customer sees, at most 30 characters.
    public var displayName: String

    /// The developer's own identifier of the item, at most 128 characters.
    public var sku: String

    /// The price in thousandths of the currency's unit: 9990 is 9.99.
    public var price: Int64

    /// Creates one from its parts.
    public init(description: String, displayName: String, sku: String, price: Int64) throws(HelperValidationUtils
        .ValidationError)
    {
        self.description = try HelperValidationUtils.validateDescription(description)
        self.displayName = try HelperValidationUtils.validateDisplayName(displayName)
        self.sku = try HelperValidationUtils.validateSku(sku)
        self.price = price
    }

    private enum CodingKeys: String, CodingKey {
        case description, displayName
        case sku = "SKU"
        case price
    }
}
