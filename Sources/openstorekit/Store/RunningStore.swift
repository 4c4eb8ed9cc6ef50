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
        var dataDirectory: URL
        var address = "127.0.0.1"
        var port: UInt16 = 0
        var notificationURLs: [URL] = []
        var seed: UInt64?
    }

    let url: URL
    let directory: StoreDataDirectory
    let timeRate: TimeRate
    private let server: StoreServer
    private let running: Task<Void, Never>

    /// Opens a store; it can be asked from the moment this returns.
    init(_ plan: Plan, log: @escaping @Sendable (String) -> Void = { _ in }) throws(CommandError) {
        directory = try Self.open(plan.dataDirectory)
        var settings = StoreSettings(plan.configuration.settings)
        settings.timeRate = plan.timeRate ?? settings.timeRate
        timeRate = settings.timeRate
        let host = StoreHost(
            configuration: plan.configuration, identity: plan.identity, settings: settings,
            identifiers: plan.identity.environment == .production ? .production : .sandbox,
            signer: StoreSigner(JWSSigner(directory.authority)), seed: plan.seed ?? UInt64.random(in: 0...UInt64.max))
        let server = StoreServer(
            host: host,
            configuration: StoreServer.Configuration(
                root: directory.authority.root, credentials: [directory.credentials], address: plan.address,
                port: plan.port, notificationURLs: plan.notificationURLs),
            log: log)
        do throws(HTTPServerError) {
            try server.start()
        } catch {
            throw CommandError(error)
        }
        self.server = server
        url = server.baseURL
        running = Task { await server.run() }
    }

    /// Answers what is in flight, delivers what is due, and closes.
    func stop() async {
        await server.shutdown()
        await running.value
    }

    private static func open(_ url: URL) throws(CommandError) -> StoreDataDirectory {
        do throws(StoreDataError) {
            return try StoreDataDirectory(opening: url, now: Date())
        } catch {
            throw CommandError(.dataUnusable, error.message, fix: error.fix)
        }
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
