// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService
import StoreEngine
import StoreHost

/// A store that scripts can act in: that of one app in one environment.
package struct ScenarioStage: Sendable {
    let identity: AppIdentity
    /// Answers a request as the server does.
    let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse
    /// The types of the notifications after so many.
    let notifications: @Sendable (Int) async -> [String]

    init(_ app: ServedApp) {
        let (host, dispatcher) = (app.host, app.dispatcher)
        self.init(identity: app.identity, answer: app.answer) { number in
            // The log is written behind the store; it is there in a moment.
            for _ in 0..<5000 where dispatcher.sent.count < host.notificationCount {
                try? await Task.sleep(for: .milliseconds(1))
            }
            return dispatcher.sent.entries(after: number, limit: .max).map { entry in
                let record = entry.draft.record
                return ([record.type.rawValue] + (record.subtype.map { [$0.rawValue] } ?? [])).joined(separator: "/")
            }
        }
    }

    init(
        identity: AppIdentity, answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
        notifications: @escaping @Sendable (Int) async -> [String]
    ) {
        self.identity = identity
        self.answer = answer
        self.notifications = notifications
    }

    var description: String { "\(identity.bundleID) in \(identity.environment.rawValue)" }
}
