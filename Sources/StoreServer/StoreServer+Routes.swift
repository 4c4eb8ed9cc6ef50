// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost

extension StoreServer {
    /// Everything that is answered for one app; each part lies under a path of its own.
    ///
    /// - Parameter apps: All that the server serves; this one alone when `nil`.
    static func router(
        host: StoreHost, configuration: Configuration, dispatcher: NotificationDispatcher, retention: RetentionDesk,
        metrics: Metrics = Metrics(), keeper: StoreKeeper? = nil, apps: [AppIdentity]? = nil,
        now: @escaping @Sendable () -> Date, log: @escaping @Sendable (String) -> Void
    ) -> Router {
        var router = Router()
        let identity = host.read { $0.identity }
        let isProduction = identity.environment == .production
        let routes = GatedRoutes(
            gate: TokenGate(
                keys: configuration.credentials, bundleID: identity.bundleID,
                isReleased: configuration.isReleased || !isProduction, now: now, log: log),
            limiter: configuration.hasRateLimits ? RateLimiter(isSandbox: !isProduction) : nil, log: log)
        ServerAPI(
            host: host, routes: routes, notifications: dispatcher.sent,
            hasNotificationURL: !configuration.notificationURLs.isEmpty, now: now
        ).addRoutes(to: &router)
        RetentionAPI(desk: retention, routes: routes).addRoutes(to: &router)
        AdvancedCommerceAPI(host: host, routes: routes).addRoutes(to: &router)
        ClientAPI(host: host).addRoutes(to: &router)
        let control = ControlAPI(
            host: host, dispatcher: dispatcher, retention: retention, keeper: keeper, apps: apps ?? [identity])
        control.addRoutes(to: &router)
        router.on(.get, "/metrics") { _, _ in
            .text(
                metrics.page(counts: control.counts, faults: dispatcher.faultCounts),
                contentType: Metrics.contentType)
        }
        addFiles(to: &router, root: configuration.root.derRepresentation, keeper: keeper)
        addDescription(to: &router, control: control.routes.map(\.endpoint))
        addPage(to: &router, apps: apps ?? [identity])
        return router
    }

    private static func addDescription(to router: inout Router, control: [Endpoint]) {
        let path = "/control/v1/openapi.json"
        let document = OpenAPIDocument(
            endpoints: ServedEndpoints.describing(router.routes + [(.get, path), (.get, "/")], control: control))
        router.on(.get, path) { _, _ in .json(try document.data()) }
    }

    private static func addFiles(to router: inout Router, root: Data, keeper: StoreKeeper?) {
        router.on(.get, "/healthz") { _, _ in
            do throws(StoreDataError) {
                // What could not be written waits, and is tried again now.
                try await keeper?.settle()
            } catch {
                return .text("\(error.message)\n", status: 503)
            }
            return .text("ok\n")
        }
        router.on(.get, "/root.der") { _, _ in
            HTTPResponse(status: 200, headers: ["Content-Type": "application/pkix-cert"], body: .data(root))
        }
    }

    private static func addPage(to router: inout Router, apps: [AppIdentity]) {
        let routes = router.routes.map { "\($0.method) \($0.pattern)" }
        let about = " for \(AppDirectory.list(apps))"
        let page = """
            OpenStoreKit: an App Store for development.

            Point an App Store Server API client at this address, and StoreKit clients too. Signed data verifies
            against the certificate at /root.der. What this store answers\(apps.count == 1 ? "" : about):

            \(routes.map { "    \($0)\n" }.joined())
            """
        router.on(.get, "/") { _, _ in .text(page) }
    }
}
