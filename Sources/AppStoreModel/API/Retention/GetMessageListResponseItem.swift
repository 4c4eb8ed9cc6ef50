// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One message the developer uploaded.
public struct GetMessageListResponseItem: Codable, Hashable, Sendable {
    /// The developer's identifier of the message.
    public var messageIdentifier: UUID?

    /// ``messageState`` as it stands on the wire, also when the value is unknown.
    public var rawMessageState: String?

    /// Creates one from known values.
    public init(messageIdentifier: UUID? = nil, messageState: MessageState? = nil) {
        self.init(messageIdentifier: messageIdentifier, rawMessageState: messageState?.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(messageIdentifier: UUID? = nil, rawMessageState: String? = nil) {
        self.messageIdentifier = messageIdentifier
        self.rawMessageState = rawMessageState
    }

    private enum CodingKeys: String, CodingKey {
        case messageIdentifier
        case rawMessageState = "messageState"
    }

    /// How far the review of the message has got.
    public var messageState: MessageState? {
        get { rawMessageState.flatMap(MessageState.init(rawValue:)) }
        set { rawMessageState = newValue?.rawValue }
    }
}
