// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a subscription of the Advanced Commerce API will renew to.
public struct AdvancedCommerceRenewalInfo: Codable, Hashable, Sendable {
    /// The store's token for the state this describes, to be sent with the next request.
    public var consistencyToken: String?

    /// The subscription's texts as the customer sees them.
    public var descriptors: AdvancedCommerceDescriptors?

    /// The parts the purchase is made of.
    public var items: [AdvancedCommerceRenewalItem]?

    /// ``period`` as it stands on the wire, also when the value is unknown.
    public var rawPeriod: String?

    /// The reference the developer gave with the request.
    public var requestReferenceId: String?

    /// The product's tax category.
    public var taxCode: String?

    /// Creates one from known values.
    public init(
        consistencyToken: String? = nil, descriptors: AdvancedCommerceDescriptors? = nil,
        items: [AdvancedCommerceRenewalItem]? = nil, period: AdvancedCommercePeriod? = nil,
        requestReferenceId: String? = nil, taxCode: String? = nil
    ) {
        self.init(
            consistencyToken: consistencyToken, descriptors: descriptors, items: items, rawPeriod: period?.rawValue,
            requestReferenceId: requestReferenceId, taxCode: taxCode)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        consistencyToken: String? = nil, descriptors: AdvancedCommerceDescriptors? = nil,
        items: [AdvancedCommerceRenewalItem]? = nil, rawPeriod: String? = nil, requestReferenceId: String? = nil,
        taxCode: String? = nil
    ) {
        self.consistencyToken = consistencyToken
        self.descriptors = descriptors
        self.items = items
        self.rawPeriod = rawPeriod
        self.requestReferenceId = requestReferenceId
        self.taxCode = taxCode
    }

    private enum CodingKeys: String, CodingKey {
        case consistencyToken, descriptors, items
        case rawPeriod = "period"
        case requestReferenceId, taxCode
    }

    /// The length of one period.
    public var period: AdvancedCommercePeriod? {
        get { rawPeriod.flatMap(AdvancedCommercePeriod.init(rawValue:)) }
        set { rawPeriod = newValue?.rawValue }
    }
}
