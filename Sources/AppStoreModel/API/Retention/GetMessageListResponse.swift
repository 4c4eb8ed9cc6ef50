// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The messages the developer uploaded.
public struct GetMessageListResponse: Codable, Hashable, Sendable {
    /// The messages.
    public var messageIdentifiers: [GetMessageListResponseItem]?

    /// Creates one from its parts.
    public init(messageIdentifiers: [GetMessageListResponseItem]? = nil) {
        self.messageIdentifiers = messageIdentifiers
    }
}
