// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to change the texts of a subscription or of its items.
public struct AdvancedCommerceSubscriptionChangeMetadataRequest: Codable, Hashable, Sendable {
    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The subscription's new texts.
    public var descriptors: AdvancedCommerceSubscriptionChangeMetadataDescriptors?

    /// The items whose texts change.
    public var items: [AdvancedCommerceSubscriptionChangeMetadataItem]?

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// The product's tax category.
    public var taxCode: String?

    /// Creates one from its parts.
    public init(
        requestInfo: AdvancedCommerceRequestInfo,
        descriptors: AdvancedCommerceSubscriptionChangeMetadataDescriptors? = nil,
        items: [AdvancedCommerceSubscriptionChangeMetadataItem]? = nil, storefront: String? = nil,
        taxCode: String? = nil
    ) {
        self.requestInfo = requestInfo
        self.descriptors = descriptors
        self.items = items
        self.storefront = storefront
        self.taxCode = taxCode
    }
}
