// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Database
package import Foundation
package import HTTPService

/// The server side of selling: takes in what the App Store signs, and tells who is entitled to what.
package final class SubscriptionServer: Sendable {
    private let server: HTTPServer
    private let router: Router
    private let writer: LedgerWriter
    private let now: @Sendable () -> StoreInstant
    /// Everything that is mounted.
    let routes: [Route]

    /// Opens the ledger; the server does not listen yet.
    ///
    /// - Parameters:
    ///   - now: The clock.
    ///   - log: Gets one line of JSON for each request, from any thread.
    package init(
        configuration: Configuration, now: @escaping @Sendable () -> StoreInstant,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(DatabaseError) {
        writer = LedgerWriter(try LedgerStore(Database(path: configuration.database)))
        let reader = try LedgerReader(path: configuration.database)
        let verifier = AppVerifier(
            apps: configuration.apps, revocation: configuration.revocation, now: { now().date })
        let directory = AppDirectory(apps: verifier.apps)
        var routes = BackendRoutes(gate: AccessGate(reader: reader, now: now))
        let parts: [[Route]] = [
            NotificationRoutes(ingest: NotificationIngest(verifier: verifier, writer: writer, now: now)).routes,
            VerifyRoutes(
                desk: VerifyDesk(verifier: verifier, writer: writer, reader: reader, now: now), directory: directory
            ).routes,
            CustomerRoutes(directory: directory, reader: reader, now: now).routes,
            CustomerActionRoutes(directory: directory, writer: writer, now: now).routes,
            EntitlementRoutes(directory: directory, reader: reader, writer: writer, now: now).routes,
            AccessKeyRoutes(reader: reader, writer: writer, now: now).routes,
            ReceivedRoutes(reader: reader).routes,
        ]
        for route in parts.joined() { routes.add(route) }
        self.routes = routes.routes
        self.now = now
        router = routes.router
        let log = RequestLog(write: log, now: now)
        server = HTTPServer(
            host: configuration.address, port: configuration.port,
            limits: HTTPLimits(maxBodyBytes: configuration.maxBodyBytes),
            onError: { error, request in log.failed(request, error) },
            handler: { [router] request in
                try await log.answering(request) { try await router.respond(to: $0) }
            })
    }

    /// The port it listens on; before the start the one that was asked for.
    package var port: UInt16 { server.port }

    /// The address to reach it at from this machine, without a slash at its end.
    package var baseURL: URL { server.baseURL }

    /// Makes the first key, which opens everything, when there is no key that opens anything.
    ///
    /// - Returns: The key, to be shown once; `nil` when there are keys.
    package func makeFirstKey(
        using random: sending some RandomNumberGenerator & Sendable
    ) async throws(DatabaseError) -> AccessKey? {
        let date = now()
        var random = random
        let key = AccessKey(using: &random)
        let record = AccessKeyRecord(key, name: "first", scopes: .admin, created: date)
        let isNeeded = try await writer.write { store throws(DatabaseError) in
            guard try !store.accessKeys().contains(where: { $0.isValid(at: date) }) else { return false }
            try store.add(record)
            return true
        }
        return isNeeded ? key : nil
    }

    /// Answers a request, as it would be answered over a connection.
    package func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        try await router.respond(to: request)
    }

    /// Begins to listen; returns once connections are accepted.
    package func start() throws(HTTPServerError) {
        try server.start()
    }

    /// Stops: requests in flight are answered.
    package func shutdown(gracePeriod: Duration = .seconds(5)) async {
        await server.shutdown(gracePeriod: gracePeriod)
    }
}
