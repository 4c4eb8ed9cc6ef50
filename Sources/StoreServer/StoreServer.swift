// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HTTPService
import SignedData
package import StoreHost

/// The local App Store behind HTTP: Server API, notifications, the calls of StoreKit clients, and control.
package final class StoreServer: Sendable {
    private let host: StoreHost
    private let server: HTTPServer
    private let dispatcher: NotificationDispatcher
    /// What customers who are about to cancel are shown, and what was uploaded for them.
    package let retention: RetentionDesk
    private let keeper: StoreKeeper?

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
        let dispatcher = NotificationDispatcher(
            host: host, targets: configuration.notificationURLs,
            client: keeper.map { SettlingClient(client: client, keeper: $0) } ?? client,
            timeout: configuration.notificationTimeout, policy: configuration.deliveryPolicy,
            faults: configuration.faults, expiredSigner: configuration.expiredSigner, kept: kept, log: log)
        let retention = RetentionDesk(
            host: host, client: realtimeClient, policy: configuration.retention,
            contents: kept?.retention ?? RetentionState(), log: log)
        keeper?.set(.notificationURLs, configuration.notificationURLs)
        self.keeper = keeper
        let router = Self.router(
            host: host, configuration: configuration, notifications: dispatcher.sent, retention: retention, now: now,
            log: log)
        self.host = host
        self.dispatcher = dispatcher
        self.retention = retention
        server = HTTPServer(
            host: configuration.address, port: configuration.port,
            // The images of retention messages are the largest content.
            limits: HTTPLimits(maxBodyBytes: 16 << 20),
            onError: { error, request in log("failed \(request.method) \(request.target.path): \(error)") },
            handler: { request in
                let (start, clock) = (ContinuousClock.now, ContinuousClock())
                do {
                    var response = try await router.respond(to: request)
                    if let keeper { response = await Self.settled(response, keeper, host, retention) }
                    log(LogLine.request(request, status: response.status, took: clock.now - start))
                    return response
                } catch {
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

    /// Stops: requests in flight are answered, then the notifications still queued are delivered.
    ///
    /// - Parameter gracePeriod: How long each of the two may take.
    package func shutdown(gracePeriod: Duration = .seconds(5)) async {
        await server.shutdown(gracePeriod: gracePeriod)
        await dispatcher.finish(within: gracePeriod)
        guard let keeper else { return }
        // Without an image the next start takes longer, and comes to the same.
        try? keeper.keep(host.image)
        try? await keeper.settle()
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
