// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The Server API's answer to a request for a test notification.
public struct SendTestNotificationResponse: Codable, Hashable, Sendable {
    /// Identifies the test notification when its delivery is looked up.
    public var testNotificationToken: String?

    /// Creates one from its parts.
    public init(testNotificationToken: String? = nil) {
        self.testNotificationToken = testNotificationToken
    }
}
