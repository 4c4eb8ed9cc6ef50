// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One refund of an Advanced Commerce item.
public struct AdvancedCommerceRefund: Codable, Hashable, Sendable {
    /// The refunded amount in thousandths of the currency's unit.
    public var refundAmount: Int64?

    /// When the refund was given.
    public var refundDate: Date?

    /// ``refundReason`` as it stands on the wire, also when the value is unknown.
    public var rawRefundReason: String?

    /// ``refundType`` as it stands on the wire, also when the value is unknown.
    public var rawRefundType: String?

    /// Creates one from known values.
    public init(
        refundAmount: Int64? = nil, refundDate: Date? = nil, refundReason: AdvancedCommerceRefundReason? = nil,
        refundType: AdvancedCommerceRefundType? = nil
    ) {
        self.init(
            refundAmount: refundAmount, refundDate: refundDate, rawRefundReason: refundReason?.rawValue,
            rawRefundType: refundType?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        refundAmount: Int64? = nil, refundDate: Date? = nil, rawRefundReason: String? = nil,
        rawRefundType: String? = nil
    ) {
        self.refundAmount = refundAmount
        self.refundDate = refundDate
        self.rawRefundReason = rawRefundReason
        self.rawRefundType = rawRefundType
    }

    private enum CodingKeys: String, CodingKey {
        case refundAmount, refundDate
        case rawRefundReason = "refundReason"
        case rawRefundType = "refundType"
    }

    /// Why the refund was given.
    public var refundReason: AdvancedCommerceRefundReason? {
        get { rawRefundReason.flatMap(AdvancedCommerceRefundReason.init(rawValue:)) }
        set { rawRefundReason = newValue?.rawValue }
    }

    /// How much of the price is refunded.
    public var refundType: AdvancedCommerceRefundType? {
        get { rawRefundType.flatMap(AdvancedCommerceRefundType.init(rawValue:)) }
        set { rawRefundType = newValue?.rawValue }
    }
}
