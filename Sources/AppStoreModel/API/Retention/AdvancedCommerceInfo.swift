// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An Advanced Commerce offer made to a customer who is about to cancel.
public struct AdvancedCommerceInfo: Codable, Hashable, Sendable {
    /// The developer's identifier of the message.
    public var messageIdentifier: UUID?

    /// The signed request that makes the offer to the customer.
    public var advancedCommerceData: String?

    /// Creates one from its parts.
    public init(messageIdentifier: UUID? = nil, advancedCommerceData: String? = nil) {
        self.messageIdentifier = messageIdentifier
        self.advancedCommerceData = advancedCommerceData
    }
}
