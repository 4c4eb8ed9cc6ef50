// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost

extension StoreServer {
    /// Everything the server answers; each part lies under a path of its own.
    static func router(
        host: StoreHost, configuration: Configuration, notifications: NotificationLog, retention: RetentionDesk,
        now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void
    ) -> Router {
        var router = Router()
        let gate = TokenGate(
            keys: configuration.credentials, bundleID: host.read { $0.identity.bundleID }, now: now, log: log)
        ServerAPI(
            host: host, gate: gate, notifications: notifications,
            hasNotificationURL: !configuration.notificationURLs.isEmpty, log: log
        ).addRoutes(to: &router)
        RetentionAPI(desk: retention, routes: GatedRoutes(gate: gate, log: log)).addRoutes(to: &router)
        ClientAPI(host: host).addRoutes(to: &router)
        ControlAPI(host: host, notifications: notifications).addRoutes(to: &router)
        addPages(to: &router, root: configuration.root.derRepresentation)
        return router
    }

    private static func addPages(to router: inout Router, root: Data) {
        router.on(.get, "/healthz") { _, _ in .text("ok\n") }
        router.on(.get, "/root.der") { _, _ in
            HTTPResponse(status: 200, headers: ["Content-Type": "application/pkix-cert"], body: .data(root))
        }
        let routes = router.routes.map { "\($0.method) \($0.pattern)" }
        let page = """
            OpenStoreKit: an App Store for development.

            Point an App Store Server API client at this address, and StoreKit clients too. Signed data verifies
            against the certificate at /root.der. What this store answers:

            \(routes.map { "    \($0)\n" }.joined())
            """
        router.on(.get, "/") { _, _ in .text(page) }
    }
}
