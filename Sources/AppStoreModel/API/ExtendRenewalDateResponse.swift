// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The outcome of moving one subscription's renewal date.
public struct ExtendRenewalDateResponse: Codable, Hashable, Sendable {
    /// The first transaction of this purchase; every renewal of a subscription keeps it.
    public var originalTransactionId: String?

    /// One billed period of a subscription, the same on all of a customer's devices.
    public var webOrderLineItemId: String?

    /// Whether the date was moved.
    public var success: Bool?

    /// The new renewal date.
    public var effectiveDate: Date?

    /// Creates one from its parts.
    public init(
        originalTransactionId: String? = nil, webOrderLineItemId: String? = nil, success: Bool? = nil,
        effectiveDate: Date? = nil
    ) {
        self.originalTransactionId = originalTransactionId
        self.webOrderLineItemId = webOrderLineItemId
        self.success = success
        self.effectiveDate = effectiveDate
    }
}
