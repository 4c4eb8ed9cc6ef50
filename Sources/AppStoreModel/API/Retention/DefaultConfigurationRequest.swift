// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The message to show where the developer's server does not answer in time.
public struct DefaultConfigurationRequest: Codable, Hashable, Sendable {
    /// The developer's identifier of the message.
    public var messageIdentifier: UUID?

    /// Creates one from its parts.
    public init(messageIdentifier: UUID? = nil) {
        self.messageIdentifier = messageIdentifier
    }
}
