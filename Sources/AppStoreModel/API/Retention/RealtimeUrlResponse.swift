// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Where the store asks for messages.
public struct RealtimeUrlResponse: Codable, Hashable, Sendable {
    /// Where the store asks for a message, at most 256 characters.
    public var realtimeURL: String

    /// Creates one from its parts.
    public init(realtimeURL: String) {
        self.realtimeURL = realtimeURL
    }
}
