// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Foundation
import HTTPService
import SignedData
import StoreEngine
package import StoreHost

extension StoreServer {
    /// An app that a server is to serve.
    package struct App: Sendable {
        /// The app's store.
        package var host: StoreHost
        /// The same store, when its state is kept on the disk.
        package var kept: KeptStore?
        /// Where the app's notifications are posted to.
        package var notificationURLs: [URL]

        /// Creates an app from all its parts.
        package init(host: StoreHost, kept: KeptStore? = nil, notificationURLs: [URL] = []) {
            self.host = host
            self.kept = kept
            self.notificationURLs = notificationURLs
        }
    }
}

/// An app that a server serves: its store, and what is done for it.
struct ServedApp: Sendable {
    let identity: AppIdentity
    let host: StoreHost
    let dispatcher: NotificationDispatcher
    let retention: RetentionDesk
    let keeper: StoreKeeper?
    private let router: Router

    /// What all apps of a server have in common.
    struct Surroundings: Sendable {
        var configuration: StoreServer.Configuration
        var client: any NotificationClient
        var realtimeClient: any RealtimeClient
        var metrics: Metrics
        /// For Production, the same apps in the Sandbox beside it.
        var sandbox: [ServedApp] = []
        var now: @Sendable () -> Date
        var log: @Sendable (String) -> Void
    }

    /// Takes an app on; what happens in its store from now on is announced.
    ///
    /// - Parameter apps: All that the server serves, this one among them.
    init(_ app: StoreServer.App, among apps: [AppIdentity], _ surroundings: Surroundings) {
        let (host, keeper) = (app.host, app.kept?.keeper)
        let identity = host.read { $0.identity }
        var configuration = surroundings.configuration
        configuration.notificationURLs = app.notificationURLs
        var log = surroundings.log
        // With one app nobody needs to be told which.
        if apps.count > 1 { log = { [log] in log("\(identity.bundleID): \($0)") } }
        // A developer's In-App Purchase keys open the Server API and sign what apps hand in with purchases.
        for key in configuration.credentials { host.registerOffersKey(key.key.publicKey, id: key.keyID) }
        dispatcher = NotificationDispatcher(
            host: host, targets: app.notificationURLs,
            client: keeper.map { SettlingClient(client: surroundings.client, keeper: $0) } ?? surroundings.client,
            timeout: configuration.notificationTimeout, policy: configuration.deliveryPolicy,
            faults: app.kept?.faults ?? configuration.faults, expiredSigner: configuration.expiredSigner,
            kept: app.kept, metrics: surroundings.metrics, logsPayloads: configuration.logsPayloads, log: log)
        retention = RetentionDesk(
            host: host, client: surroundings.realtimeClient, policy: configuration.retention,
            sandbox: surroundings.sandbox.first { $0.identity.bundleID == identity.bundleID }?.retention,
            contents: app.kept?.retention ?? RetentionState(), log: log)
        keeper?.set(.notificationURLs, app.notificationURLs)
        router = StoreServer.router(
            host: host, configuration: configuration, dispatcher: dispatcher, retention: retention,
            metrics: surroundings.metrics, keeper: keeper, apps: apps, now: surroundings.now, log: log)
        self.identity = identity
        self.host = host
        self.keeper = keeper
    }

    /// Answers a request; what the answer tells of is on the disk.
    func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await router.respond(to: request)
        guard let keeper else { return response }
        keeper.keep(retention)
        do {
            try await keeper.settle()
        } catch {
            return .text("\(error)\n", status: 503)
        }
        if keeper.isTimeForImage() { Task.detached { try? keeper.keep(host.image) } }
        return response
    }

    /// Follows the clock and delivers notifications until the calling task is cancelled or the server is shut down.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [host] in await host.run() }
            group.addTask { [dispatcher] in await dispatcher.run() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Delivers what is queued, and has everything written down.
    func close(within gracePeriod: Duration) async {
        await dispatcher.finish(within: gracePeriod)
        guard let keeper else { return }
        // Without an image the next start takes longer, and comes to the same.
        try? keeper.keep(host.image)
        try? await keeper.close()
    }
}
