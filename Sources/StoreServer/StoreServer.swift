// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HTTPService
import StoreEngine
package import StoreHost

/// The local App Store behind HTTP: Server API, notifications, the calls of StoreKit clients, and control; for one app or
/// several.
package final class StoreServer: Sendable {
    private let apps: [ServedApp]
    private let server: HTTPServer

    /// What one client may cost: all content is small but the images of retention messages.
    static let limits = HTTPLimits(
        largeBodies: [HTTPLimits.LargeBody(.put, RetentionAPI.imagePath, maxBytes: 16 << 20)])

    /// Creates a server of one app that does not listen yet; what happens in the store from now on is announced.
    ///
    /// - Parameters:
    ///   - host: The store.
    ///   - kept: The same store, when its state is kept on the disk.
    ///   - client: Posts notifications.
    ///   - realtimeClient: Asks for retention messages.
    ///   - now: The real time, by which tokens are judged; the store's own may have been moved.
    ///   - log: Gets one line a request and one a delivery attempt, from any thread.
    package convenience init(
        host: StoreHost, configuration: Configuration, kept: KeptStore? = nil,
        client: any NotificationClient = HTTPNotificationClient(),
        realtimeClient: any RealtimeClient = HTTPRealtimeClient(),
        now: @escaping @Sendable () -> Date = { Date() },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let app = App(host: host, kept: kept, notificationURLs: configuration.notificationURLs)
        self.init(
            serving: [app], configuration: configuration, client: client, realtimeClient: realtimeClient, now: now,
            log: log)
    }

    /// Creates a server of apps in one environment; see ``init(host:configuration:kept:client:realtimeClient:now:log:)``.
    ///
    /// - Parameters:
    ///   - apps: At least one; no two have the same bundle identifier.
    ///   - sandbox: For Production, the server of the same apps beside it.
    ///   - configuration: What holds for all of them; where each is told of is its own.
    package init(
        serving apps: [App], beside sandbox: StoreServer? = nil, configuration: Configuration,
        client: any NotificationClient = HTTPNotificationClient(),
        realtimeClient: any RealtimeClient = HTTPRealtimeClient(),
        now: @escaping @Sendable () -> Date = { Date() },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        precondition(!apps.isEmpty, "A store sells for an app")
        let log = LogLine.writer(to: log)
        let metrics = Metrics()
        let identities = apps.map { app in app.host.read { $0.identity } }
        let surroundings = ServedApp.Surroundings(
            configuration: configuration, client: client, realtimeClient: realtimeClient, metrics: metrics,
            sandbox: sandbox?.apps ?? [], now: now, log: log)
        let served = apps.map { ServedApp($0, among: identities, surroundings) }
        self.apps = served
        let directory = AppDirectory(apps: served, metrics: metrics, log: log)
        let gate = RequestGuard(
            controlToken: configuration.controlToken, clientToken: configuration.clientToken,
            isLocal: RequestGuard.isLoopback(configuration.address))
        let showsPayloads = configuration.logsPayloads
        server = HTTPServer(
            host: configuration.address, port: configuration.port,
            limits: Self.limits, identity: configuration.identity,
            onError: { error, request in
                log("\(directory.label(of: request))failed \(request.method) \(request.target.path): \(error)")
            },
            onRefusal: { metrics.noteRefusal(status: $0) },
            handler: { request in
                let (start, clock) = (ContinuousClock.now, ContinuousClock())
                let label = directory.label(of: request)
                let note: (Int) -> Void = { status in
                    let duration = clock.now - start
                    metrics.note(request, status: status, took: duration)
                    log(label + LogLine.request(request, status: status, took: duration))
                }
                if let refusal = gate.refusal(of: request) {
                    note(refusal.status)
                    return refusal
                }
                do {
                    let response = try await directory.answer(request)
                    note(response.status)
                    if showsPayloads { for line in LogLine.payloads(in: response) { log(label + line) } }
                    return response
                } catch {
                    note(500)
                    throw error
                }
            })
    }

    /// The port it listens on; before the start the one that was asked for.
    package var port: UInt16 { server.port }

    /// The address to reach it at from this machine, without a slash at its end.
    package var baseURL: URL { server.baseURL }

    /// What customers of the first app who are about to cancel are shown, and what was uploaded for them.
    package var retention: RetentionDesk { apps[0].retention }

    /// What goes wrong on purpose with notifications of the first app from now on; setting it begins its sequence of
    /// chance anew.
    package var faults: FaultPlan {
        get { apps[0].dispatcher.faults }
        set { apps[0].dispatcher.faults = newValue }
    }

    /// The stores that a script can act in, one for each app.
    package var stages: [ScenarioStage] { apps.map(ScenarioStage.init) }

    /// Begins to listen; returns once connections are accepted.
    package func start() throws(HTTPServerError) {
        try server.start()
    }

    /// Follows the clock and delivers notifications until the calling task is cancelled or the server is shut down.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            for app in apps { group.addTask { await app.run() } }
            await group.next()
            group.cancelAll()
        }
    }

    /// Stops: requests in flight are answered, then the notifications still queued are delivered.
    ///
    /// - Parameter gracePeriod: How long each of the two may take.
    package func shutdown(gracePeriod: Duration = .seconds(5)) async {
        await server.shutdown(gracePeriod: gracePeriod)
        await withTaskGroup(of: Void.self) { group in
            for app in apps { group.addTask { await app.close(within: gracePeriod) } }
        }
    }
}
