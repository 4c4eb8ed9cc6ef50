// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Database
package import Foundation
package import HTTPService

/// The server side of selling: takes in what the App Store signs, and tells who is entitled to what.
package final class SubscriptionServer: Sendable {
    private let server: HTTPServer
    private let router: Router
    private let writer: LedgerWriter
    private let reader: LedgerReader
    private let bell: EventBell
    private let courier: WebhookCourier
    private let reconciler: Reconciler
    private let refunds: RefundClerk
    private let surroundings: Surroundings
    private let log: RequestLog
    private let configuration: Configuration
    /// Everything that is mounted.
    let routes: [Route]

    /// Opens the ledger; the server does not listen yet.
    ///
    /// - Parameter log: Gets one line of JSON for each request, from any thread; `nil` writes none.
    package init(
        configuration: Configuration, surroundings: Surroundings, log: (@Sendable (String) -> Void)? = nil
    ) throws(DatabaseError) {
        let now = surroundings.now
        let log = RequestLog(write: log, now: now, apps: Set(configuration.apps.map(\.bundleID)))
        let (bell, metrics) = (EventBell(), Metrics())
        let watch = LedgerWatch { log.tell($0, level: $1, problem: $2) }
        let store = try LedgerStore(Database(at: configuration.location))
        store.retention = configuration.retention
        let writer = LedgerWriter(store, bell: bell, watch: watch)
        let reader = try LedgerReader(at: configuration.location, watch: watch)
        let verifier = AppVerifier(
            apps: configuration.apps, revocation: configuration.revocation, transport: surroundings.ocsp,
            now: { now().date })
        let ingest = NotificationIngest(verifier: verifier, writer: writer, now: now)
        let reconciler = Reconciler(
            stores: configuration.stores, verifier: verifier, ingest: ingest, reader: reader, writer: writer, now: now,
            metrics: metrics)
        let gate = AccessGate(reader: reader, now: now)
        var routes = BackendRoutes(gate: gate, now: now)
        let directory = AppDirectory(apps: verifier.apps)
        let settled = SettledNumbers(reader: reader, sleep: surroundings.sleep)
        let parts: [[Route]] = [
            NotificationRoutes(ingest: ingest, metrics: metrics).routes,
            VerifyRoutes(
                desk: VerifyDesk(verifier: verifier, writer: writer, reader: reader, now: now), directory: directory
            ).routes,
            CustomerRoutes(directory: directory, reader: reader, now: now).routes,
            CustomerActionRoutes(directory: directory, writer: writer, now: now).routes,
            EntitlementRoutes(directory: directory, reader: reader, writer: writer, now: now).routes,
            EventRoutes(reader: reader, settled: settled, bell: bell).routes,
            WebhookRoutes(directory: directory, reader: reader, writer: writer, bell: bell, now: now).routes,
            ReconciliationRoutes(reconciler: reconciler).routes,
            SigningRoutes(directory: directory, keys: configuration.keys, now: now).routes,
            RefundRoutes(directory: directory, reader: reader, writer: writer, settled: settled, now: now).routes,
            ErasureRoutes(directory: directory, reader: reader, writer: writer, now: now).routes,
            ExtensionRoutes(directory: directory, stores: configuration.stores, writer: writer, now: now).routes,
            AccessKeyRoutes(reader: reader, writer: writer, gate: gate, now: now).routes,
            ReceivedRoutes(reader: reader, settled: settled).routes,
            FigureRoutes(
                directory: directory,
                reader: try LedgerReader(at: configuration.location, connections: 1, watch: watch),
                writer: writer, now: now
            ).routes,
            OperationRoutes(reader: reader, writer: writer, metrics: metrics, now: now).routes,
        ]
        for route in parts.joined() { routes.add(route) }
        routes.addDescription()
        self.writer = writer
        self.reader = reader
        self.bell = bell
        self.reconciler = reconciler
        self.surroundings = surroundings
        self.log = log
        self.configuration = configuration
        self.routes = routes.routes
        router = routes.router
        courier = WebhookCourier(
            reader: reader, writer: writer, settled: settled, bell: bell, transport: surroundings.transport, now: now,
            sleep: surroundings.sleep, log: log)
        refunds = RefundClerk(
            writer: writer, reader: reader, stores: configuration.stores, now: now, sleep: surroundings.sleep, log: log)
        server = HTTPServer(
            host: configuration.address, port: configuration.port,
            limits: HTTPLimits(maxBodyBytes: configuration.maxBodyBytes), identity: configuration.identity,
            onError: { [router] error, request in log.failed(request, by: router, error) },
            refusal: BackendRoutes.refusal,
            isBrief: router.isBrief,
            handler: { [router] request in
                let response = BackendRoutes.explained(try await log.answering(request, by: router))
                metrics.count("http_responses_total", "status=\"\(response.status)\"")
                return response
            })
    }

    /// The port it listens on; before the start the one that was asked for.
    package var port: UInt16 { server.port }

    /// The address to reach it at from this machine, without a slash at its end.
    package var baseURL: URL { server.baseURL }

    /// Makes the first key, which opens everything, when no valid key does.
    ///
    /// - Returns: The key, to be shown once; `nil` when there is one.
    package func makeFirstKey() async throws(DatabaseError) -> AccessKey? {
        let date = surroundings.now()
        var random = SystemRandomNumberGenerator()
        let key = AccessKey(using: &random)
        let record = AccessKeyRecord(key, name: "first", scopes: .admin, created: date)
        let isNeeded = try await writer.write { store throws(DatabaseError) in
            guard try !store.hasAdministrator(at: date) else { return false }
            try store.add(record)
            return true
        }
        return isNeeded ? key : nil
    }

    /// Answers a request, as it would be answered over a connection.
    package func respond(to request: HTTPRequest) async throws -> HTTPResponse {
        BackendRoutes.explained(try await router.respond(to: request))
    }

    /// Lets new connections be made under a certificate that was read again, and tells the log.
    ///
    /// - Returns: What is wrong with it, in which case the former stays.
    package func renew(_ identity: Result<TLSIdentity?, SettingsProblems>) -> String? {
        do {
            guard let identity = try identity.get() else { throw HTTPServerError.notRunning }
            try server.renew(identity)
            log.tell("the certificate was read again")
            return nil
        } catch {
            log.tell("the certificate was not read again, the former one stays", level: "error", problem: "\(error)")
            return "\(error)"
        }
    }

    /// Begins to listen; returns once connections are accepted.
    package func start() throws(HTTPServerError) {
        try server.start()
    }

    /// Tells webhooks, answers about refunds and asks the App Store, until the calling task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [courier] in await courier.run() }
            group.addTask { [refunds] in await refunds.run() }
            group.addTask { await self.reconcile() }
            group.addTask { await self.tidyUp() }
            group.addTask { await self.watch() }
            await group.waitForAll()
        }
    }

    /// Tries every webhook delivery that is due, once; returns how many that were.
    package func deliverWebhooks() async throws -> Int {
        try await courier.deliverDue()
    }

    /// Answers every refund request that is due, once; returns how many were looked at.
    package func answerRefundRequests() async throws -> Int {
        try await refunds.answerDue()
    }

    /// Lets go of everything that is older than it is to be kept.
    package func sweep() async throws {
        let (retention, now) = (configuration.retention, surroundings.now)
        var hasMore = true
        while hasMore, !Task.isCancelled {
            hasMore = try await writer.write { store throws(DatabaseError) in try store.sweep(retention, at: now()) }
        }
    }

    /// Sweeps at once and then every hour, when anything is to be swept.
    private func tidyUp() async {
        guard configuration.retention != Retention() else { return }
        while !Task.isCancelled {
            do {
                try await sweep()
            } catch {
                log.tell("what is too old cannot be deleted", level: "error", problem: "\(error)")
            }
            guard (try? await surroundings.sleep(.seconds(3600))) != nil else { return }
        }
    }

    /// Asks the App Store at once and then every so often.
    private func reconcile() async {
        guard !reconciler.stores.isEmpty else { return }
        // What another server did in the first half of the time is as good; the first time is after who knows what.
        let half = Int64(configuration.reconciliationInterval / .milliseconds(2))
        var isFirst = true
        while !Task.isCancelled {
            do {
                for report in try await reconciler.runInTurn(every: isFirst ? nil : half) {
                    log.tell(
                        "reconciliation of \(report.app) in \(report.environment): "
                            + "\(report.notifications) notifications, \(report.facts) facts about \(report.lines) purchases",
                        level: report.problems.isEmpty ? "info" : "warning", problem: report.problems.first)
                }
            } catch {
                log.tell("reconciliation waits for the ledger", level: "error", problem: "\(error)")
            }
            isFirst = false
            guard (try? await surroundings.sleep(configuration.reconciliationInterval)) != nil else { return }
        }
    }

    /// Rings for what other servers wrote: who follows events here wants to know of theirs.
    private func watch() async {
        guard configuration.location.isShared else { return }
        var last: Int64?
        while !Task.isCancelled {
            let newest = try? await reader.read { store throws(DatabaseError) in try store.newestEvent() }
            if let newest, newest != last {
                last = newest
                bell.ring()
            }
            guard (try? await surroundings.sleep(.seconds(1))) != nil else { return }
        }
    }

    /// Stops: requests in flight are answered.
    package func shutdown(gracePeriod: Duration = .seconds(5)) async {
        await server.shutdown(gracePeriod: gracePeriod)
    }
}
