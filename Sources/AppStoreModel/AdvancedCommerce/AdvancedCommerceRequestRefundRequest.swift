// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to give back the price of items of a transaction.
public struct AdvancedCommerceRequestRefundRequest: Codable, Hashable, Sendable {
    /// The items to refund, at least one.
    public var items: [AdvancedCommerceRequestRefundItem]

    /// Whether the App Store may refund without asking for consumption information.
    public var refundRiskingPreference: Bool

    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The ISO 4217 code of the currency of every price in the request.
    public var currency: String?

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// Creates one from its parts.
    public init(
        items: [AdvancedCommerceRequestRefundItem], refundRiskingPreference: Bool,
        requestInfo: AdvancedCommerceRequestInfo, currency: String? = nil, storefront: String? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.items = try HelperValidationUtils.validateItems(items)
        self.refundRiskingPreference = refundRiskingPreference
        self.requestInfo = requestInfo
        self.currency = currency
        self.storefront = storefront
    }
}
