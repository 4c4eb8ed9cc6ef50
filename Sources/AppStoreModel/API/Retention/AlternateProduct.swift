// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Another product offered to a customer who is about to cancel.
public struct AlternateProduct: Codable, Hashable, Sendable {
    /// The developer's identifier of the message.
    public var messageIdentifier: UUID?

    /// The product to offer.
    public var productId: String?

    /// ``billingPlanType`` as it stands on the wire, also when the value is unknown.
    public var rawBillingPlanType: String?

    /// Creates one from known values.
    public init(messageIdentifier: UUID? = nil, productId: String? = nil, billingPlanType: BillingPlanType? = nil) {
        self.init(
            messageIdentifier: messageIdentifier, productId: productId, rawBillingPlanType: billingPlanType?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(messageIdentifier: UUID? = nil, productId: String? = nil, rawBillingPlanType: String? = nil) {
        self.messageIdentifier = messageIdentifier
        self.productId = productId
        self.rawBillingPlanType = rawBillingPlanType
    }

    private enum CodingKeys: String, CodingKey {
        case messageIdentifier, productId
        case rawBillingPlanType = "billingPlanType"
    }

    /// How a subscription with a commitment is billed.
    public var billingPlanType: BillingPlanType? {
        get { rawBillingPlanType.flatMap(BillingPlanType.init(rawValue:)) }
        set { rawBillingPlanType = newValue?.rawValue }
    }
}
