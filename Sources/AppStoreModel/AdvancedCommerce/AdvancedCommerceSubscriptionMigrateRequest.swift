// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to move a subscription of an ordinary product to the Advanced Commerce API.
public struct AdvancedCommerceSubscriptionMigrateRequest: Codable, Hashable, Sendable {
    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The subscription's texts as the customer sees them.
    public var descriptors: AdvancedCommerceSubscriptionMigrateDescriptors

    /// What the subscription is made of now, at least one item.
    public var items: [AdvancedCommerceSubscriptionMigrateItem]

    /// The generic product the subscription moves to.
    public var targetProductId: String

    /// The product's tax category.
    public var taxCode: String

    /// What the subscription renews to, when that differs from the items now.
    public var renewalItems: [AdvancedCommerceSubscriptionMigrateRenewalItem]?

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// Creates one from its parts.
    public init(
        requestInfo: AdvancedCommerceRequestInfo, descriptors: AdvancedCommerceSubscriptionMigrateDescriptors,
        items: [AdvancedCommerceSubscriptionMigrateItem], targetProductId: String, taxCode: String,
        renewalItems: [AdvancedCommerceSubscriptionMigrateRenewalItem]? = nil, storefront: String? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.requestInfo = requestInfo
        self.descriptors = descriptors
        self.items = try HelperValidationUtils.validateItems(items)
        self.targetProductId = targetProductId
        self.taxCode = taxCode
        self.renewalItems = try renewalItems.map(HelperValidationUtils.validateItems)
        self.storefront = storefront
    }
}
