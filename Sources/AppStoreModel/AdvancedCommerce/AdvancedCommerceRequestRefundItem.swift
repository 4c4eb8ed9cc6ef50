// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An item whose price is to be given back.
public struct AdvancedCommerceRequestRefundItem: Codable, Hashable, Sendable {
    /// The developer's own identifier of the item, at most 128 characters.
    public var sku: String

    /// ``refundReason`` as it stands on the wire, also when the value is unknown.
    public var rawRefundReason: String

    /// ``refundType`` as it stands on the wire, also when the value is unknown.
    public var rawRefundType: String

    /// Whether the customer loses the item.
    public var revoke: Bool

    /// The amount to refund in thousandths of the currency's unit; only with the refund type custom.
    public var refundAmount: Int32?

    /// Creates one from known values.
    public init(
        sku: String, refundReason: AdvancedCommerceRefundReason, refundType: AdvancedCommerceRefundType, revoke: Bool,
        refundAmount: Int32? = nil
    ) throws(HelperValidationUtils.ValidationError) {
        try self.init(
            sku: sku, rawRefundReason: refundReason.rawValue, rawRefundType: refundType.rawValue, revoke: revoke,
            refundAmount: refundAmount)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(sku: String, rawRefundReason: String, rawRefundType: String, revoke: Bool, refundAmount: Int32? = nil)
        throws(HelperValidationUtils.ValidationError)
    {
        self.sku = try HelperValidationUtils.validateSku(sku)
        self.rawRefundReason = rawRefundReason
        self.rawRefundType = rawRefundType
        self.revoke = revoke
        self.refundAmount = refundAmount
    }

    private enum CodingKeys: String, CodingKey {
        case sku = "SKU"
        case rawRefundReason = "refundReason"
        case rawRefundType = "refundType"
        case revoke, refundAmount
    }

    /// Why the money is given back.
    public var refundReason: AdvancedCommerceRefundReason? {
        get { AdvancedCommerceRefundReason(rawValue: rawRefundReason) }
        set { rawRefundReason = newValue?.rawValue ?? rawRefundReason }
    }

    /// How much of the price is given back.
    public var refundType: AdvancedCommerceRefundType? {
        get { AdvancedCommerceRefundType(rawValue: rawRefundType) }
        set { rawRefundType = newValue?.rawValue ?? rawRefundType }
    }
}
