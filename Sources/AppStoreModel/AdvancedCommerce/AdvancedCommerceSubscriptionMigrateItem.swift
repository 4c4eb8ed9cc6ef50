// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An item of a subscription that moves to the Advanced Commerce API.
public struct AdvancedCommerceSubscriptionMigrateItem: Codable, Hashable, Sendable {
    /// The developer's own identifier of the item, at most 128 characters.
    public var sku: String

    /// The description the customer sees, at most 45 characters.
    public var description: String

    /// The name the customer sees, at most 30 characters.
    public var displayName: String

    /// Creates one from its parts.
    public init(sku: String, description: String, displayName: String) throws(HelperValidationUtils.ValidationError) {
        self.sku = try HelperValidationUtils.validateSku(sku)
        self.description = try HelperValidationUtils.validateDescription(description)
        self.displayName = try HelperValidationUtils.validateDisplayName(displayName)
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case description, displayName
    }
}
