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
    let routes: GatedRoutes
    let notifications: NotificationLog
    let hasNotificationURL: Bool
    /// The real time, by which clients write the dates they ask about.
    let now: @Sendable () -> Date

    func addRoutes(to router: inout Router) {
        addTransactionRoutes(to: &router)
        addHistoryRoutes(to: &router)
        addExtensionRoutes(to: &router)
        addNotificationRoutes(to: &router)
    }

    private func addTransactionRoutes(to router: inout Router) {
        let path = "/inApps/v1/transactions"
        routes.on(.get, "\(path)/{id}", limit: 50, &router) { try transaction($1.id) }
        routes.on(.get, "\(path)/appTransactions/{id}", limit: 50, &router) { try appTransaction($1.id) }
        routes.on(.post, "\(path)/{id}/finish", limit: 50, &router) { try finish($1.id) }
        routes.on(.put, "\(path)/{id}/appAccountToken", limit: 20, &router) { try setAppAccountToken($1.id, $0.body) }
        routes.on(.put, "\(path)/consumption/{id}", limit: 50, &router) { try takeConsumptionV1($1.id, $0.body) }
        routes.on(.put, "/inApps/v2/transactions/consumption/{id}", limit: 50, &router) {
            try takeConsumption($1.id, $0.body)
        }
    }

    private func addHistoryRoutes(to router: inout Router) {
        routes.on(.get, "/inApps/v1/history/{id}", limit: 50, &router) { try history($1.id, $0.query, .v1) }
        routes.on(.get, "/inApps/v2/history/{id}", limit: 50, &router) { try history($1.id, $0.query, .v2) }
        routes.on(.get, "/inApps/v1/refund/lookup/{id}", limit: 10, &router) { try newestRefunds($1.id) }
        routes.on(.get, "/inApps/v2/refund/lookup/{id}", limit: 10, &router) { try refunds($1.id, $0.query) }
        routes.on(.get, "/inApps/v1/lookup/{id}", limit: 10, &router) { try order($1.id) }
        routes.on(.get, "/inApps/v1/subscriptions/{id}", limit: 50, &router) { try subscriptions($1.id, $0.query) }
    }

    private func addExtensionRoutes(to router: inout Router) {
        let path = "/inApps/v1/subscriptions/extend"
        routes.on(.put, "\(path)/{id}", limit: 20, &router) { try extend($1.id, $0.body) }
        routes.on(.post, "\(path)/mass", limit: 1, &router) { request, _ in try extendAll(request.body) }
        routes.on(.get, "\(path)/mass/{productId}/{requestIdentifier}", &router) {
            try extensionStatus(product: $1["productId"] ?? "", request: $1["requestIdentifier"] ?? "")
        }
    }

    private func addNotificationRoutes(to router: inout Router) {
        let path = "/inApps/v1/notifications"
        routes.on(.post, "\(path)/test", limit: 1, &router) { _, _ in try requestTestNotification() }
        routes.on(.get, "\(path)/test/{token}", limit: 1, &router) { try testNotification($1["token"] ?? "") }
        routes.on(.post, "\(path)/history", limit: 50, &router) { request, _ in
            try notificationHistory(request.body, request.query)
        }
    }

    /// An object of one signed text, which needs no escapes: the answer that servers ask for most.
    static func json(_ name: StaticString, signed text: String) -> HTTPResponse {
        .json(Data("{\"\(name)\":\"\(text)\"}".utf8))
    }

    static func json(_ body: some Encodable, status: Int = 200) throws -> HTTPResponse {
        .json(try WireJSON.encode(body), status: status)
    }
}

extension PathParameters {
    fileprivate var id: String { self["id"] ?? "" }
}
