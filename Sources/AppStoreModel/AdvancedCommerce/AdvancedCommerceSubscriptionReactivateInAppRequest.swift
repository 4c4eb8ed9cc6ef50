// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A subscription that is to renew again, signed on the server and started in the app.
public struct AdvancedCommerceSubscriptionReactivateInAppRequest: AdvancedCommerceInAppRequest, Codable, Hashable,
    Sendable
{
    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The transaction of the subscription that is changed.
    public var transactionId: String

    /// The items to keep; all of them when left out.
    public var items: [AdvancedCommerceSubscriptionReactivateItem]?

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// Creates one from its parts.
    public init(
        requestInfo: AdvancedCommerceRequestInfo, transactionId: String,
        items: [AdvancedCommerceSubscriptionReactivateItem]? = nil, storefront: String? = nil
    ) {
        self.requestInfo = requestInfo
        self.transactionId = transactionId
        self.items = items
        self.storefront = storefront
    }

    private enum CodingKeys: CodingKey {
        case requestInfo, transactionId, items, storefront
    }

    /// Writes the parts, and the operation and its version, which are always the same.
    public func encode(to encoder: any Encoder) throws {
        try AdvancedCommerceOperation("REACTIVATE_SUBSCRIPTION").encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(requestInfo, forKey: .requestInfo)
        try container.encode(transactionId, forKey: .transactionId)
        try container.encodeIfPresent(items, forKey: .items)
        try container.encodeIfPresent(storefront, forKey: .storefront)
    }
}
