// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a transaction made through the Advanced Commerce API is made of.
public struct AdvancedCommerceTransactionInfo: Codable, Hashable, Sendable {
    /// The subscription's texts as the customer sees them.
    public var descriptors: AdvancedCommerceDescriptors?

    /// The tax as estimated, in thousandths of the currency's unit.
    public var estimatedTax: Int64?

    /// The parts the purchase is made of.
    public var items: [AdvancedCommerceTransactionItem]?

    /// ``period`` as it stands on the wire, also when the value is unknown.
    public var rawPeriod: String?

    /// The reference the developer gave with the request.
    public var requestReferenceId: String?

    /// The product's tax category.
    public var taxCode: String?

    /// The price without tax, in thousandths of the currency's unit.
    public var taxExclusivePrice: Int64?

    /// The tax rate as a decimal fraction in a string.
    public var taxRate: String?

    /// Creates one from known values.
    public init(
        descriptors: AdvancedCommerceDescriptors? = nil, estimatedTax: Int64? = nil,
        items: [AdvancedCommerceTransactionItem]? = nil, period: AdvancedCommercePeriod? = nil,
        requestReferenceId: String? = nil, taxCode: String? = nil, taxExclusivePrice: Int64? = nil,
        taxRate: String? = nil
    ) {
        self.init(
            descriptors: descriptors, estimatedTax: estimatedTax, items: items, rawPeriod: period?.rawValue,
            requestReferenceId: requestReferenceId, taxCode: taxCode, taxExclusivePrice: taxExclusivePrice,
            taxRate: taxRate)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        descriptors: AdvancedCommerceDescriptors? = nil, estimatedTax: Int64? = nil,
        items: [AdvancedCommerceTransactionItem]? = nil, rawPeriod: String? = nil, requestReferenceId: String? = nil,
        taxCode: String? = nil, taxExclusivePrice: Int64? = nil, taxRate: String? = nil
    ) {
        self.descriptors = descriptors
        self.estimatedTax = estimatedTax
        self.items = items
        self.rawPeriod = rawPeriod
        self.requestReferenceId = requestReferenceId
        self.taxCode = taxCode
        self.taxExclusivePrice = taxExclusivePrice
        self.taxRate = taxRate
    }

    private enum CodingKeys: String, CodingKey {
        case descriptors, estimatedTax, items
        case rawPeriod = "period"
        case requestReferenceId, taxCode, taxExclusivePrice, taxRate
    }

    /// The length of one period.
    public var period: AdvancedCommercePeriod? {
        get { rawPeriod.flatMap(AdvancedCommercePeriod.init(rawValue:)) }
        set { rawPeriod = newValue?.rawValue }
    }
}
