// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

extension ServerAPI {
    /// Request a Test Notification.
    func requestTestNotification() throws -> HTTPResponse {
        guard hasNotificationURL else { throw APIError.serverNotificationUrlNotFound }
        guard case .notification(let id) = try host.perform(.requestTestNotification) else {
            throw APIError.generalInternal
        }
        let token = "\(id.uuidString.lowercased())_\(host.now.milliseconds)"
        return try Self.json(SendTestNotificationResponse(testNotificationToken: token))
    }

    /// Get Test Notification Status: not found also means that no target has answered yet, so clients ask again.
    func testNotification(_ token: String) throws -> HTTPResponse {
        guard let id = Self.notification(in: token) else { throw APIError.invalidTestNotificationToken }
        guard let entry = notifications[id], entry.draft.record.type == .test, !entry.attempts.isEmpty else {
            throw APIError.testNotificationNotFound
        }
        return try Self.json(
            CheckTestNotificationResponse(
                signedPayload: notifications.signedPayload(of: entry), sendAttempts: entry.sendAttempts))
    }

    /// The identifier in a token: a UUID, a low line and a number of milliseconds.
    private static func notification(in token: String) -> UUID? {
        let parts = token.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let milliseconds = Int64(parts[1]), milliseconds >= 0 else { return nil }
        return UUID(uuidString: String(parts[0]))
    }
}
