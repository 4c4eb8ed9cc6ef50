// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreServer

/// A local App Store that answers over HTTP.
struct RunningStore: Sendable {
    /// What makes one store another than the next.
    struct Plan: Sendable {
        /// One of the apps that the store sells for.
        struct App: Sendable {
            var configuration: StoreKitConfiguration
            var identity: AppIdentity
            var notificationURLs: [URL] = []
            /// How the app's store is kept; without it the store is forgotten with the process.
            var keeping: Keeping?
        }

        /// How the store of an app is kept.
        struct Keeping: Sendable {
            /// The file that the store sells.
            var document: ConfigurationDocument
            var directory: URL
        }

        /// At least one, all in one environment.
        var apps: [App]
        var timeRate: TimeRate?
        /// Where certificates and keys are.
        var dataDirectory: URL
        var server = ServerOptions()
        var address = "127.0.0.1"
        var port: UInt16 = 0
        /// What the first app's identifiers come from; each further one counts up.
        var seed: UInt64?
        var controlToken: String?
        var clientToken: String?
        var logsPayloads = false

        var environment: AppStoreEnvironment { apps[0].identity.environment }
    }

    let url: URL
    let directory: StoreDataDirectory
    /// Those of the apps, in their order.
    let timeRates: [TimeRate]
    private let server: StoreServer
    private let running: Task<Void, Never>

    /// Opens a store; it can be asked from the moment this returns.
    ///
    /// - Parameter sandbox: For Production, the store beside it.
    init(_ plan: Plan, beside sandbox: RunningStore? = nil, log: @escaping @Sendable (String) -> Void = { _ in })
        throws(CommandError)
    {
        directory = try Self.open(plan.dataDirectory)
        let signer = StoreSigner(JWSSigner(directory.authority))
        var apps: [StoreServer.App] = []
        for index in plan.apps.indices { apps.append(try Self.open(plan, index, signer: signer, log: log)) }
        timeRates = apps.map { app in app.host.read(\.settings.timeRate) }
        var configuration = StoreServer.Configuration(
            root: directory.authority.root, credentials: [directory.credentials] + plan.server.apiKeys(directory),
            address: plan.address, port: plan.port)
        plan.server.apply(to: &configuration, in: plan.environment)
        configuration.expiredSigner = directory.authority.expiredSigner.map(StoreSigner.init)
        configuration.controlToken = plan.controlToken
        configuration.clientToken = plan.clientToken
        configuration.logsPayloads = plan.logsPayloads
        let server = StoreServer(serving: apps, beside: sandbox?.server, configuration: configuration, log: log)
        do throws(HTTPServerError) {
            try server.start()
        } catch {
            throw CommandError(error)
        }
        self.server = server
        url = server.baseURL
        running = Task { await server.run() }
    }

    /// Plays a script in the store, and in the one beside it.
    func play(_ scenario: Scenario, beside other: RunningStore?) async -> ScenarioReport {
        var player = await ScenarioPlayer(server.stages + (other?.server.stages ?? []))
        return await player.play(scenario)
    }

    /// Answers what is in flight, delivers what is due, and closes.
    func stop() async {
        await server.shutdown()
        await running.value
    }

    /// Opens the store of an app: one that goes on where it was, or one that is forgotten with the process.
    private static func open(
        _ plan: Plan, _ index: Int, signer: StoreSigner, log: @escaping @Sendable (String) -> Void
    ) throws(CommandError) -> StoreServer.App {
        let app = plan.apps[index]
        let kept = try reopen(plan, index, signer: signer, log: log)
        let host =
            kept?.host
            ?? StoreHost(
                configuration: app.configuration, identity: app.identity, settings: plan.settings(of: app),
                identifiers: plan.identifiers(ofApp: index), signer: signer, seed: plan.seed(ofApp: index))
        return StoreServer.App(host: host, kept: kept, notificationURLs: app.notificationURLs)
    }

    private static func reopen(
        _ plan: Plan, _ index: Int, signer: StoreSigner, log: @escaping @Sendable (String) -> Void
    ) throws(CommandError) -> KeptStore? {
        let app = plan.apps[index]
        guard let keeping = app.keeping else { return nil }
        let beginning = KeptStore.Beginning(
            configuration: app.configuration, source: String(decoding: keeping.document.data(), as: UTF8.self),
            identity: app.identity, settings: plan.settings(of: app), seed: plan.seed(ofApp: index),
            identifiers: plan.identifiers(ofApp: index))
        // If it cannot be made, opening the store in it says so.
        try? FileManager.default.createDirectory(
            at: keeping.directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let kept: KeptStore
        do throws(StoreDataError) {
            kept = try KeptStore(in: keeping.directory, beginning, signer: signer, log: log)
        } catch {
            throw CommandError(error)
        }
        var settings = kept.host.read(\.settings)
        if let rate = plan.timeRate, rate != settings.timeRate {
            settings.timeRate = rate
            // Settings that only change the rate are never refused.
            _ = try? kept.host.perform(.configure(settings))
        }
        return kept
    }

    private static func open(_ url: URL) throws(CommandError) -> StoreDataDirectory {
        do throws(StoreDataError) {
            return try StoreDataDirectory(opening: url, now: Date())
        } catch {
            throw CommandError(error)
        }
    }
}

extension RunningStore.Plan {
    /// The settings a new store of an app begins with.
    fileprivate func settings(of app: App) -> StoreSettings {
        var settings = StoreSettings(app.configuration.settings)
        settings.timeRate = timeRate ?? settings.timeRate
        return settings
    }

    /// The numbers that a new store counts from.
    fileprivate func identifiers(ofApp index: Int) -> IdentifierScheme {
        (environment == .production ? IdentifierScheme.production : .sandbox).ofApp(index)
    }

    /// The seed of a new store.
    fileprivate func seed(ofApp index: Int) -> UInt64 {
        seed.map { $0 &+ UInt64(index) } ?? UInt64.random(in: 0...UInt64.max)
    }
}

extension CommandError {
    init(_ error: StoreDataError) {
        self.init(error.code == .inUse ? .dataInUse : .dataUnusable, error.message, fix: error.fix)
    }
}

extension CommandError {
    init(_ error: HTTPServerError) {
        guard error.code == .portInUse else {
            self.init(.cannotListen, error.message, fix: error.fix)
            return
        }
        self.init(
            .portInUse, error.message,
            fix: "Stop that program, or choose another port with --port N; 0 takes any free one.")
    }
}
