// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService

/// Where the App Store posts its notifications.
struct NotificationRoutes: Sendable {
    let ingest: NotificationIngest
    let metrics: Metrics

    var routes: [Route] {
        [
            Route(
                .post, "/v1/notifications/apple", nil,
                "Takes in an App Store Server Notification of any registered app",
                body: Self.body, isBodyOpen: true
            ) { try await answer($0, for: nil) },
            Route(
                .post, "/v1/notifications/apple/{bundleId}", nil,
                "Takes in an App Store Server Notification of one app",
                body: Self.body, isBodyOpen: true
            ) { try await answer($0, for: $0["bundleId"]) },
        ]
    }

    private static let body = JSONSchema.object(["signedPayload": .string])

    /// 200 says that the notification is on the disk.
    private func answer(_ call: Call, for bundleID: String?) async throws -> HTTPResponse {
        do throws(IngestFailure) {
            let outcome = try await ingest.receive(call.request.body, for: bundleID)
            metrics.count("notifications_total", outcome == .recorded ? "outcome=\"recorded\"" : "outcome=\"known\"")
            return .empty(200)
        } catch {
            metrics.count("notification_failures_total", "code=\"\(error.code)\"")
            throw error
        }
    }
}
