// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An offer on an Advanced Commerce item.
public struct AdvancedCommerceOffer: Codable, Hashable, Sendable {
    /// ``period`` as it stands on the wire, also when the value is unknown.
    public var rawPeriod: String

    /// How many periods the offer lasts.
    public var periodCount: Int32

    /// The price of one period of the offer in thousandths of the currency's unit.
    public var price: Int64

    /// ``reason`` as it stands on the wire, also when the value is unknown.
    public var rawReason: String

    /// Creates one from known values.
    public init(
        period: AdvancedCommerceOfferPeriod, periodCount: Int32, price: Int64, reason: AdvancedCommerceOfferReason
    ) throws(HelperValidationUtils.ValidationError) {
        try self.init(rawPeriod: period.rawValue, periodCount: periodCount, price: price, rawReason: reason.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawPeriod: String, periodCount: Int32, price: Int64, rawReason: String
    ) throws(HelperValidationUtils.ValidationError) {
        self.rawPeriod = rawPeriod
        self.periodCount = try HelperValidationUtils.validatePeriodCount(periodCount)
        self.price = price
        self.rawReason = rawReason
    }

    private enum CodingKeys: String, CodingKey {
        case rawPeriod = "period"
        case periodCount, price
        case rawReason = "reason"
    }

    /// The length of one period of the offer.
    public var period: AdvancedCommerceOfferPeriod? {
        get { AdvancedCommerceOfferPeriod(rawValue: rawPeriod) }
        set { rawPeriod = newValue?.rawValue ?? rawPeriod }
    }

    /// What the offer is meant to do.
    public var reason: AdvancedCommerceOfferReason? {
        get { AdvancedCommerceOfferReason(rawValue: rawReason) }
        set { rawReason = newValue?.rawValue ?? rawReason }
    }
}
