// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What the developer tells the store about the use of a purchase the customer wants refunded.
public struct ConsumptionRequest: Codable, Hashable, Sendable {
    /// Whether the customer agreed that this is told; without consent nothing may be sent.
    public var customerConsented: Bool

    /// The consumed part in thousandths of a percent: 100000 is everything; not for auto-renewable subscriptions.
    public var consumptionPercentage: Int32?

    /// ``deliveryStatus`` as it stands on the wire, also when the value is unknown.
    public var rawDeliveryStatus: String

    /// ``refundPreference`` as it stands on the wire, also when the value is unknown.
    public var rawRefundPreference: String?

    /// Whether the customer could try it before buying.
    public var sampleContentProvided: Bool

    /// Creates one from known values.
    public init(
        customerConsented: Bool, deliveryStatus: DeliveryStatus, sampleContentProvided: Bool,
        consumptionPercentage: Int32? = nil, refundPreference: RefundPreference? = nil
    ) {
        self.init(
            customerConsented: customerConsented, rawDeliveryStatus: deliveryStatus.rawValue,
            sampleContentProvided: sampleContentProvided, consumptionPercentage: consumptionPercentage,
            rawRefundPreference: refundPreference?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        customerConsented: Bool, rawDeliveryStatus: String, sampleContentProvided: Bool,
        consumptionPercentage: Int32? = nil, rawRefundPreference: String? = nil
    ) {
        self.customerConsented = customerConsented
        self.rawDeliveryStatus = rawDeliveryStatus
        self.sampleContentProvided = sampleContentProvided
        self.consumptionPercentage = consumptionPercentage
        self.rawRefundPreference = rawRefundPreference
    }

    private enum CodingKeys: String, CodingKey {
        case customerConsented, consumptionPercentage
        case rawDeliveryStatus = "deliveryStatus"
        case rawRefundPreference = "refundPreference"
        case sampleContentProvided
    }

    /// Whether the customer got what was bought.
    public var deliveryStatus: DeliveryStatus? {
        get { DeliveryStatus(rawValue: rawDeliveryStatus) }
        set { rawDeliveryStatus = newValue?.rawValue ?? rawDeliveryStatus }
    }

    /// What the developer would have the store do.
    public var refundPreference: RefundPreference? {
        get { rawRefundPreference.flatMap(RefundPreference.init(rawValue:)) }
        set { rawRefundPreference = newValue?.rawValue }
    }
}
