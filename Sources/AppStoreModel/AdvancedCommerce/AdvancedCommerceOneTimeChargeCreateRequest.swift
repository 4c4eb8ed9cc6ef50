// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A one-time purchase of an Advanced Commerce item, signed on the server and started in the app.
public struct AdvancedCommerceOneTimeChargeCreateRequest: AdvancedCommerceInAppRequest, Codable, Hashable, Sendable {
    /// The ISO 4217 code of the currency of every price in the request.
    public var currency: String

    /// What is sold.
    public var item: AdvancedCommerceOneTimeChargeItem

    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The product's tax category.
    public var taxCode: String

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// Creates one from its parts.
    public init(
        currency: String, item: AdvancedCommerceOneTimeChargeItem, requestInfo: AdvancedCommerceRequestInfo,
        taxCode: String, storefront: String? = nil
    ) {
        self.currency = currency
        self.item = item
        self.requestInfo = requestInfo
        self.taxCode = taxCode
        self.storefront = storefront
    }

    private enum CodingKeys: CodingKey {
        case currency, item, requestInfo, taxCode, storefront
    }

    /// Writes the parts, and the operation and its version, which are always the same.
    public func encode(to encoder: any Encoder) throws {
        try AdvancedCommerceOperation("CREATE_ONE_TIME_CHARGE").encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(currency, forKey: .currency)
        try container.encode(item, forKey: .item)
        try container.encode(requestInfo, forKey: .requestInfo)
        try container.encode(taxCode, forKey: .taxCode)
        try container.encodeIfPresent(storefront, forKey: .storefront)
    }
}
