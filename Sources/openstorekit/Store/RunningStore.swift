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
        var configuration: StoreKitConfiguration
        var identity: AppIdentity
        var timeRate: TimeRate?
        /// Where certificates and keys are.
        var dataDirectory: URL
        /// The file whose store is kept there too; without one it is forgotten with the process.
        var keptDocument: ConfigurationDocument?
        /// The folder of the directory that the kept store has for itself; `nil` where it is the only one.
        var keptFolder: String?
        var server = ServerOptions()
        var address = "127.0.0.1"
        var port: UInt16 = 0
        var notificationURLs: [URL] = []
        var seed: UInt64?
        var controlToken: String?
        var clientToken: String?
        var logsPayloads = false
    }

    let url: URL
    let directory: StoreDataDirectory
    let timeRate: TimeRate
    private let server: StoreServer
    private let running: Task<Void, Never>

    /// Opens a store; it can be asked from the moment this returns.
    init(_ plan: Plan, log: @escaping @Sendable (String) -> Void = { _ in }) throws(CommandError) {
        directory = try Self.open(plan.dataDirectory)
        let signer = StoreSigner(JWSSigner(directory.authority))
        let kept = try Self.reopen(plan, signer: signer, log: log)
        let host = kept?.host ?? Self.host(plan, signer: signer)
        timeRate = host.read(\.settings.timeRate)
        var configuration = StoreServer.Configuration(
            root: directory.authority.root, credentials: [directory.credentials], address: plan.address,
            port: plan.port, notificationURLs: plan.notificationURLs)
        plan.server.apply(to: &configuration, in: plan.identity.environment)
        configuration.expiredSigner = directory.authority.expiredSigner.map(StoreSigner.init)
        configuration.controlToken = plan.controlToken
        configuration.clientToken = plan.clientToken
        configuration.logsPayloads = plan.logsPayloads
        let server = StoreServer(host: host, configuration: configuration, kept: kept, log: log)
        do throws(HTTPServerError) {
            try server.start()
        } catch {
            throw CommandError(error)
        }
        self.server = server
        url = server.baseURL
        running = Task { await server.run() }
    }

    /// Plays a script in the store.
    func play(_ scenario: Scenario) async -> ScenarioReport {
        await server.play(scenario)
    }

    /// Answers what is in flight, delivers what is due, and closes.
    func stop() async {
        await server.shutdown()
        await running.value
    }

    /// A store that is forgotten with the process.
    private static func host(_ plan: Plan, signer: StoreSigner) -> StoreHost {
        StoreHost(
            configuration: plan.configuration, identity: plan.identity, settings: plan.settings,
            identifiers: plan.identity.environment == .production ? .production : .sandbox, signer: signer,
            seed: plan.firstSeed)
    }

    /// A store that goes on where it was, if it is kept.
    private static func reopen(
        _ plan: Plan, signer: StoreSigner, log: @escaping @Sendable (String) -> Void
    ) throws(CommandError) -> KeptStore? {
        guard let document = plan.keptDocument else { return nil }
        let beginning = KeptStore.Beginning(
            configuration: plan.configuration, source: String(decoding: document.data(), as: UTF8.self),
            identity: plan.identity, settings: plan.settings, seed: plan.firstSeed)
        var place = plan.dataDirectory
        if let folder = plan.keptFolder {
            place.append(path: folder, directoryHint: .isDirectory)
            // If it cannot be made, opening the store in it says so.
            try? FileManager.default.createDirectory(
                at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        let kept: KeptStore
        do throws(StoreDataError) {
            kept = try KeptStore(in: place, beginning, signer: signer, log: log)
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
    /// The settings a new store begins with.
    fileprivate var settings: StoreSettings {
        var settings = StoreSettings(configuration.settings)
        settings.timeRate = timeRate ?? settings.timeRate
        return settings
    }

    /// The seed of a new store.
    fileprivate var firstSeed: UInt64 { seed ?? UInt64.random(in: 0...UInt64.max) }
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
