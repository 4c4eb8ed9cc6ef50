// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A message shown to a customer who is about to cancel.
public struct Message: Codable, Hashable, Sendable {
    /// The developer's identifier of the message.
    public var messageIdentifier: UUID?

    /// Creates one from its parts.
    public init(messageIdentifier: UUID? = nil) {
        self.messageIdentifier = messageIdentifier
    }
}
