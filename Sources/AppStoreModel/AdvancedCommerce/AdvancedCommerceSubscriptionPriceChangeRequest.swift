// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to change the prices of items of a subscription from the next renewal on.
public struct AdvancedCommerceSubscriptionPriceChangeRequest: Codable, Hashable, Sendable {
    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The items whose prices change, at least one.
    public var items: [AdvancedCommerceSubscriptionPriceChangeItem]

    /// The ISO 4217 code of the currency of every price in the request.
    public var currency: String?

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// Creates one from its parts.
    public init(
        requestInfo: AdvancedCommerceRequestInfo, items: [AdvancedCommerceSubscriptionPriceChangeItem],
        currency: String? = nil, storefront: String? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.requestInfo = requestInfo
        self.items = try HelperValidationUtils.validateItems(items)
        self.currency = currency
        self.storefront = storefront
    }
}
