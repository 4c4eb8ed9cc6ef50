// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A new subscription, signed on the server and started in the app.
public struct AdvancedCommerceSubscriptionCreateRequest: AdvancedCommerceInAppRequest, Codable, Hashable, Sendable {
    /// The ISO 4217 code of the currency of every price in the request.
    public var currency: String

    /// The subscription's texts as the customer sees them.
    public var descriptors: AdvancedCommerceDescriptors

    /// What the subscription is made of, at least one item.
    public var items: [AdvancedCommerceSubscriptionCreateItem]

    /// ``period`` as it stands on the wire, also when the value is unknown.
    public var rawPeriod: String

    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// The product's tax category.
    public var taxCode: String

    /// A transaction of the former subscription that this one takes the place of.
    public var previousTransactionId: String?

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// Creates one from known values.
    public init(
        currency: String, descriptors: AdvancedCommerceDescriptors, items: [AdvancedCommerceSubscriptionCreateItem],
        period: AdvancedCommercePeriod, requestInfo: AdvancedCommerceRequestInfo, taxCode: String,
        previousTransactionId: String? = nil, storefront: String? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        try self.init(
            currency: currency, descriptors: descriptors, items: items, rawPeriod: period.rawValue,
            requestInfo: requestInfo, taxCode: taxCode, previousTransactionId: previousTransactionId,
            storefront: storefront)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        currency: String, descriptors: AdvancedCommerceDescriptors, items: [AdvancedCommerceSubscriptionCreateItem],
        rawPeriod: String, requestInfo: AdvancedCommerceRequestInfo, taxCode: String,
        previousTransactionId: String? = nil, storefront: String? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        self.currency = currency
        self.descriptors = descriptors
        self.items = try HelperValidationUtils.validateItems(items)
        self.rawPeriod = rawPeriod
        self.requestInfo = requestInfo
        self.taxCode = taxCode
        self.previousTransactionId = previousTransactionId
        self.storefront = storefront
    }

    private enum CodingKeys: String, CodingKey {
        case currency, descriptors, items
        case rawPeriod = "period"
        case requestInfo, taxCode, previousTransactionId, storefront
    }

    /// The length of one period.
    public var period: AdvancedCommercePeriod? {
        get { AdvancedCommercePeriod(rawValue: rawPeriod) }
        set { rawPeriod = newValue?.rawValue ?? rawPeriod }
    }

    /// Writes the parts, and the operation and its version, which are always the same.
    public func encode(to encoder: any Encoder) throws {
        try AdvancedCommerceOperation("CREATE_SUBSCRIPTION").encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(currency, forKey: .currency)
        try container.encode(descriptors, forKey: .descriptors)
        try container.encode(items, forKey: .items)
        try container.encode(rawPeriod, forKey: .rawPeriod)
        try container.encode(requestInfo, forKey: .requestInfo)
        try container.encode(taxCode, forKey: .taxCode)
        try container.encodeIfPresent(previousTransactionId, forKey: .previousTransactionId)
        try container.encodeIfPresent(storefront, forKey: .storefront)
    }
}
