// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation
package import HTTPService
import SignedData
import StoreEngine
package import StoreHost

/// The local App Store behind HTTP: Server API, notifications, the calls of StoreKit clients, and control.
package final class StoreServer: Sendable {
    private let host: StoreHost
    private let server: HTTPServer
    private let dispatcher: NotificationDispatcher
    /// What customers who are about to cancel are shown, and what was uploaded for them.
    package let retention: RetentionDesk
    private let keeper: StoreKeeper?
    private let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// What one client may cost: all content is small but the images of retention messages.
    static let limits = HTTPLimits(
        largeBodies: [HTTPLimits.LargeBody(.put, RetentionAPI.imagePath, maxBytes: 16 << 20)])

    /// Creates a server that does not listen yet; what happens in the store from now on is announced.
    ///
    /// - Parameters:
    ///   - host: The store.
    ///   - kept: The same store, when its state is kept on the disk.
    ///   - client: Posts notifications.
    ///   - realtimeClient: Asks for retention messages.
    ///   - now: The real time, by which tokens are judged; the store's own may have been moved.
    ///   - log: Gets one line a request and one a delivery attempt, from any thread.
    package init(
        host: StoreHost, configuration: Configuration, kept: KeptStore? = nil,
        client: any NotificationClient = URLSessionNotificationClient(),
        realtimeClient: any RealtimeClient = URLSessionRealtimeClient(),
        now: @escaping @Sendable () -> Date = { Date() },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let log = LogLine.writer(to: log)
        // A developer's In-App Purchase keys open the Server API and sign what apps hand in with purchases.
        for key in configuration.credentials { host.registerOffersKey(key.key.publicKey, id: key.keyID) }
        let keeper = kept?.keeper
        let metrics = Metrics()
        let dispatcher = NotificationDispatcher(
            host: host, targets: configuration.notificationURLs,
            client: keeper.map { SettlingClient(client: client, keeper: $0) } ?? client,
            timeout: configuration.notificationTimeout, policy: configuration.deliveryPolicy,
            faults: kept?.faults ?? configuration.faults, expiredSigner: configuration.expiredSigner, kept: kept,
            metrics: metrics, logsPayloads: configuration.logsPayloads, log: log)
        let retention = RetentionDesk(
            host: host, client: realtimeClient, policy: configuration.retention,
            contents: kept?.retention ?? RetentionState(), log: log)
        keeper?.set(.notificationURLs, configuration.notificationURLs)
        self.keeper = keeper
        let gate = RequestGuard(
            controlToken: configuration.controlToken, clientToken: configuration.clientToken,
            isLocal: RequestGuard.isLoopback(configuration.address))
        let showsPayloads = configuration.logsPayloads
        let router = Self.router(
            host: host, configuration: configuration, dispatcher: dispatcher, retention: retention,
            metrics: metrics, keeper: keeper, now: now, log: log)
        self.host = host
        self.dispatcher = dispatcher
        self.retention = retention
        let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse = { request in
            let response = try await router.respond(to: request)
            guard let keeper else { return response }
            return await Self.settled(response, keeper, host, retention)
        }
        self.answer = answer
        server = HTTPServer(
            host: configuration.address, port: configuration.port,
            limits: Self.limits,
            onError: { error, request in log("failed \(request.method) \(request.target.path): \(error)") },
            onRefusal: { metrics.noteRefusal(status: $0) },
            handler: { request in
                let (start, clock) = (ContinuousClock.now, ContinuousClock())
                do {
                    if let refusal = gate.refusal(of: request) {
                        metrics.note(request, status: refusal.status, took: clock.now - start)
                        log(LogLine.request(request, status: refusal.status, took: clock.now - start))
                        return refusal
                    }
                    let response = try await answer(request)
                    metrics.note(request, status: response.status, took: clock.now - start)
                    log(LogLine.request(request, status: response.status, took: clock.now - start))
                    if showsPayloads { for line in LogLine.payloads(in: response) { log(line) } }
                    return response
                } catch {
                    metrics.note(request, status: 500, took: clock.now - start)
                    log(LogLine.request(request, status: 500, took: clock.now - start))
                    throw error
                }
            })
    }

    /// The port it listens on; before the start the one that was asked for.
    package var port: UInt16 { server.port }

    /// The address to reach it at from this machine, without a slash at its end.
    package var baseURL: URL { server.baseURL }

    /// What goes wrong on purpose with notifications from now on; setting it begins its sequence of chance anew.
    package var faults: FaultPlan {
        get { dispatcher.faults }
        set { dispatcher.faults = newValue }
    }

    /// Begins to listen; returns once connections are accepted.
    package func start() throws(HTTPServerError) {
        try server.start()
    }

    /// Follows the clock and delivers notifications until the calling task is cancelled or the server is shut down.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [host] in await host.run() }
            group.addTask { [dispatcher] in await dispatcher.run() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Plays a script; what is listening meanwhile sees it happen.
    package func play(_ scenario: Scenario) async -> ScenarioReport {
        var player = await ScenarioPlayer(answer: answer) { [host, dispatcher] number in
            // The log is written behind the store; it is there in a moment.
            for _ in 0..<5000 where dispatcher.sent.count < host.notificationCount {
                try? await Task.sleep(for: .milliseconds(1))
            }
            return dispatcher.sent.entries(after: number, limit: .max).map { entry in
                let record = entry.draft.record
                return ([record.type.rawValue] + (record.subtype.map { [$0.rawValue] } ?? [])).joined(separator: "/")
            }
        }
        return await player.play(scenario)
    }

    /// Stops: requests in flight are answered, then the notifications still queued are delivered.
    ///
    /// - Parameter gracePeriod: How long each of the two may take.
    package func shutdown(gracePeriod: Duration = .seconds(5)) async {
        await server.shutdown(gracePeriod: gracePeriod)
        await dispatcher.finish(within: gracePeriod)
        guard let keeper else { return }
        // Without an image the next start takes longer, and comes to the same.
        try? keeper.keep(host.image)
        try? await keeper.close()
    }

    /// The answer, when what it tells of is on the disk.
    private static func settled(
        _ response: HTTPResponse, _ keeper: StoreKeeper, _ host: StoreHost, _ retention: RetentionDesk
    ) async -> HTTPResponse {
        keeper.keep(retention)
        do {
            try await keeper.settle()
        } catch {
            return .text("\(error)\n", status: 503)
        }
        if keeper.isTimeForImage() { Task.detached { try? keeper.keep(host.image) } }
        return response
    }
}
