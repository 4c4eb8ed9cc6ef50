// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the developer told the store about the use of a consumable, in the first form of this request.
public struct ConsumptionRequestV1: Codable, Hashable, Sendable {
    /// Whether the customer agreed that this is told; without consent nothing may be sent.
    public var customerConsented: Bool?

    /// ``consumptionStatus`` as it stands on the wire, also when the value is unknown.
    public var rawConsumptionStatus: Int32?

    /// ``platform`` as it stands on the wire, also when the value is unknown.
    public var rawPlatform: Int32?

    /// Whether the customer could try it before buying.
    public var sampleContentProvided: Bool?

    /// ``deliveryStatus`` as it stands on the wire, also when the value is unknown.
    public var rawDeliveryStatus: Int32?

    /// ``appAccountToken`` as it stands on the wire, where an empty string says that there is none.
    package var rawAppAccountToken: String?

    /// ``accountTenure`` as it stands on the wire, also when the value is unknown.
    public var rawAccountTenure: Int32?

    /// ``playTime`` as it stands on the wire, also when the value is unknown.
    public var rawPlayTime: Int32?

    /// ``lifetimeDollarsRefunded`` as it stands on the wire, also when the value is unknown.
    public var rawLifetimeDollarsRefunded: Int32?

    /// ``lifetimeDollarsPurchased`` as it stands on the wire, also when the value is unknown.
    public var rawLifetimeDollarsPurchased: Int32?

    /// ``userStatus`` as it stands on the wire, also when the value is unknown.
    public var rawUserStatus: Int32?

    /// ``refundPreference`` as it stands on the wire, also when the value is unknown.
    public var rawRefundPreference: Int32?

    /// Creates one from known values.
    public init(
        customerConsented: Bool? = nil, consumptionStatus: ConsumptionStatus? = nil, platform: Platform? = nil,
        sampleContentProvided: Bool? = nil, deliveryStatus: DeliveryStatusV1? = nil, appAccountToken: UUID? = nil,
        accountTenure: AccountTenure? = nil, playTime: PlayTime? = nil,
        lifetimeDollarsRefunded: LifetimeDollarsRefunded? = nil,
        lifetimeDollarsPurchased: LifetimeDollarsPurchased? = nil, userStatus: UserStatus? = nil,
        refundPreference: RefundPreferenceV1? = nil
    ) {
        self.init(
            customerConsented: customerConsented, rawConsumptionStatus: consumptionStatus?.rawValue,
            rawPlatform: platform?.rawValue, sampleContentProvided: sampleContentProvided,
            rawDeliveryStatus: deliveryStatus?.rawValue, appAccountToken: appAccountToken,
            rawAccountTenure: accountTenure?.rawValue, rawPlayTime: playTime?.rawValue,
            rawLifetimeDollarsRefunded: lifetimeDollarsRefunded?.rawValue,
            rawLifetimeDollarsPurchased: lifetimeDollarsPurchased?.rawValue, rawUserStatus: userStatus?.rawValue,
            rawRefundPreference: refundPreference?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        customerConsented: Bool? = nil, rawConsumptionStatus: Int32? = nil, rawPlatform: Int32? = nil,
        sampleContentProvided: Bool? = nil, rawDeliveryStatus: Int32? = nil, appAccountToken: UUID? = nil,
        rawAccountTenure: Int32? = nil, rawPlayTime: Int32? = nil, rawLifetimeDollarsRefunded: Int32? = nil,
        rawLifetimeDollarsPurchased: Int32? = nil, rawUserStatus: Int32? = nil, rawRefundPreference: Int32? = nil
    ) {
        self.customerConsented = customerConsented
        self.rawConsumptionStatus = rawConsumptionStatus
        self.rawPlatform = rawPlatform
        self.sampleContentProvided = sampleContentProvided
        self.rawDeliveryStatus = rawDeliveryStatus
        self.rawAppAccountToken = appAccountToken?.uuidString.lowercased() ?? ""
        self.rawAccountTenure = rawAccountTenure
        self.rawPlayTime = rawPlayTime
        self.rawLifetimeDollarsRefunded = rawLifetimeDollarsRefunded
        self.rawLifetimeDollarsPurchased = rawLifetimeDollarsPurchased
        self.rawUserStatus = rawUserStatus
        self.rawRefundPreference = rawRefundPreference
    }

    private enum CodingKeys: String, CodingKey {
        case customerConsented
        case rawConsumptionStatus = "consumptionStatus"
        case rawPlatform = "platform"
        case sampleContentProvided
        case rawDeliveryStatus = "deliveryStatus"
        case rawAppAccountToken = "appAccountToken"
        case rawAccountTenure = "accountTenure"
        case rawPlayTime = "playTime"
        case rawLifetimeDollarsRefunded = "lifetimeDollarsRefunded"
        case rawLifetimeDollarsPurchased = "lifetimeDollarsPurchased"
        case rawUserStatus = "userStatus"
        case rawRefundPreference = "refundPreference"
    }
}
