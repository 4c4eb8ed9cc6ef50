// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One past notification and the attempts to deliver it.
public struct NotificationHistoryResponseItem: Codable, Hashable, Sendable {
    /// The notification as a compact JWS.
    public var signedPayload: String?

    /// Every attempt to deliver the notification.
    public var sendAttempts: [SendAttemptItem]?

    /// Creates one from its parts.
    public init(signedPayload: String? = nil, sendAttempts: [SendAttemptItem]? = nil) {
        self.signedPayload = signedPayload
        self.sendAttempts = sendAttempts
    }
}
