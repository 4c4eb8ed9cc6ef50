// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A change of a subscription, signed on the server and started in the app.
public struct AdvancedCommerceSubscriptionModifyInAppRequest: AdvancedCommerceInAppRequest, Codable, Hashable, Sendable
{
    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The transaction of the subscription that is changed.
    public var transactionId: String

    /// Whether the renewal date stays as it is.
    public var retainBillingCycle: Bool

    /// The items that are added, at least one.
    public var addItems: [AdvancedCommerceSubscriptionModifyAddItem]?

    /// The items that take the place of others, at least one.
    public var changeItems: [AdvancedCommerceSubscriptionModifyChangeItem]?

    /// The ISO 4217 code of the currency of every price in the request.
    public var currency: String?

    /// The subscription's new texts.
    public var descriptors: AdvancedCommerceSubscriptionModifyDescriptors?

    /// The change of the length of a period.
    public var periodChange: AdvancedCommerceSubscriptionModifyPeriodChange?

    /// The items that are taken away, at least one.
    public var removeItems: [AdvancedCommerceSubscriptionModifyRemoveItem]?

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// The product's tax category.
    public var taxCode: String?

    /// Creates one from its parts.
    public init(
        requestInfo: AdvancedCommerceRequestInfo, transactionId: String, retainBillingCycle: Bool,
        addItems: [AdvancedCommerceSubscriptionModifyAddItem]? = nil,
        changeItems: [AdvancedCommerceSubscriptionModifyChangeItem]? = nil, currency: String? = nil,
        descriptors: AdvancedCommerceSubscriptionModifyDescriptors? = nil,
        periodChange: AdvancedCommerceSubscriptionModifyPeriodChange? = nil,
        removeItems: [AdvancedCommerceSubscriptionModifyRemoveItem]? = nil, storefront: String? = nil,
        taxCode: String? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.requestInfo = requestInfo
        self.transactionId = transactionId
        self.retainBillingCycle = retainBillingCycle
        self.addItems = try addItems.map(HelperValidationUtils.validateItems)
        self.changeItems = try changeItems.map(HelperValidationUtils.validateItems)
        self.currency = currency
        self.descriptors = descriptors
        self.periodChange = periodChange
        self.removeItems = try removeItems.map(HelperValidationUtils.validateItems)
        self.storefront = storefront
        self.taxCode = taxCode
    }

    private enum CodingKeys: CodingKey {
        case requestInfo, transactionId, retainBillingCycle, addItems, changeItems, currency, descriptors, periodChange,
            removeItems, storefront, taxCode
    }

    /// Writes the parts, and the operation and its version, which are always the same.
    public func encode(to encoder: any Encoder) throws {
        try AdvancedCommerceOperation("MODIFY_SUBSCRIPTION").encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(requestInfo, forKey: .requestInfo)
        try container.encode(transactionId, forKey: .transactionId)
        try container.encode(retainBillingCycle, forKey: .retainBillingCycle)
        try container.encodeIfPresent(addItems, forKey: .addItems)
        try container.encodeIfPresent(changeItems, forKey: .changeItems)
        try container.encodeIfPresent(currency, forKey: .currency)
        try container.encodeIfPresent(descriptors, forKey: .descriptors)
        try container.encodeIfPresent(periodChange, forKey: .periodChange)
        try container.encodeIfPresent(removeItems, forKey: .removeItems)
        try container.encodeIfPresent(storefront, forKey: .storefront)
        try container.encodeIfPresent(taxCode, forKey: .taxCode)
    }
}
