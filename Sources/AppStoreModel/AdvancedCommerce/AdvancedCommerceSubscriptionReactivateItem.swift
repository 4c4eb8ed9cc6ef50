// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An item that a subscription is to renew with again.
public struct AdvancedCommerceSubscriptionReactivateItem: Codable, Hashable, Sendable {
    /// The developer's own identifier of the item, at most 128 characters.
    public var sku: String

    /// Creates one from its parts.
    public init(sku: String) throws(HelperValidationUtils.ValidationError) {
        self.sku = try HelperValidationUtils.validateSku(sku)
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
    }
}
