// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request to end a subscription at once and to give back its price.
public struct AdvancedCommerceSubscriptionRevokeRequest: Codable, Hashable, Sendable {
    /// ``refundReason`` as it stands on the wire, also when the value is unknown.
    public var rawRefundReason: String

    /// Whether the App Store may refund without asking for consumption information.
    public var refundRiskingPreference: Bool

    /// What every request carries about itself.
    public var requestInfo: AdvancedCommerceRequestInfo

    /// ``refundType`` as it stands on the wire, also when the value is unknown.
    public var rawRefundType: String

    /// The customer's storefront as a three-letter country code.
    public var storefront: String?

    /// Creates one from known values.
    public init(
        refundReason: AdvancedCommerceRefundReason, refundRiskingPreference: Bool,
        requestInfo: AdvancedCommerceRequestInfo, refundType: AdvancedCommerceRefundType, storefront: String? = nil
    ) {
        self.init(
            rawRefundReason: refundReason.rawValue, refundRiskingPreference: refundRiskingPreference,
            requestInfo: requestInfo, rawRefundType: refundType.rawValue, storefront: storefront)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawRefundReason: String, refundRiskingPreference: Bool, requestInfo: AdvancedCommerceRequestInfo,
        rawRefundType: String, storefront: String? = nil
    ) {
        self.rawRefundReason = rawRefundReason
        self.refundRiskingPreference = refundRiskingPreference
        self.requestInfo = requestInfo
        self.rawRefundType = rawRefundType
        self.storefront = storefront
    }

    private enum CodingKeys: String, CodingKey {
        case rawRefundReason = "refundReason"
        case refundRiskingPreference, requestInfo
        case rawRefundType = "refundType"
        case storefront
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
