// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

/// The App Store Server API: what a developer's server asks the App Store.
struct ServerAPI: Sendable {
    let host: StoreHost
    let gate: TokenGate
    let notifications: NotificationLog
    let hasNotificationURL: Bool
    let log: @Sendable (String) -> Void

    func addRoutes(to router: inout Router) {
        on(.get, "/inApps/v1/transactions/{id}", &router) { try transaction($1.id) }
        on(.post, "/inApps/v1/transactions/{id}/finish", &router) { try finish($1.id) }
        on(.get, "/inApps/v1/transactions/appTransactions/{id}", &router) { try appTransaction($1.id) }
        on(.get, "/inApps/v1/history/{id}", &router) { try history($1.id, $0.query, .v1) }
        on(.get, "/inApps/v2/history/{id}", &router) { try history($1.id, $0.query, .v2) }
        on(.get, "/inApps/v2/refund/lookup/{id}", &router) { try refunds($1.id, $0.query) }
        on(.get, "/inApps/v1/subscriptions/{id}", &router) { try subscriptions($1.id, $0.query) }
        on(.post, "/inApps/v1/notifications/test", &router) { _, _ in try requestTestNotification() }
        on(.get, "/inApps/v1/notifications/test/{token}", &router) { try testNotification($1["token"] ?? "") }
    }

    /// Adds a route behind the gate, whose errors become the App Store's error bodies.
    private func on(
        _ method: HTTPMethod, _ pattern: String, _ router: inout Router,
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) throws -> HTTPResponse
    ) {
        router.on(method, pattern) { request, parameters in
            // The App Store says no more than this, and not as JSON; the log says the rest.
            guard gate.admits(request) else { return .text("Unauthenticated", status: 401) }
            do {
                return try handler(request, parameters)
            } catch let error as APIError {
                return try Self.answer(error)
            } catch {
                log("failed \(request.method) \(request.target.path): \(error)")
                return try Self.answer(.generalInternal)
            }
        }
    }

    private static func answer(_ error: APIError) throws -> HTTPResponse {
        try json(ErrorPayload(error), status: error.httpStatus)
    }

    static func json(_ body: some Encodable, status: Int = 200) throws -> HTTPResponse {
        .json(try WireJSON.encode(body), status: status)
    }
}

extension PathParameters {
    fileprivate var id: String { self["id"] ?? "" }
}
