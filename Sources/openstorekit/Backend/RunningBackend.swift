// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import HTTPService
import SubscriptionServer

/// A subscription server that this process runs.
struct RunningBackend: Sendable {
    let url: URL
    /// The first key, when it was made just now.
    let key: String?
    let database: String
    private let server: SubscriptionServer
    private let running: Task<Void, Never>

    /// Opens a server; it can be asked from the moment this returns.
    init(
        _ configuration: SubscriptionServer.Configuration, log: (@Sendable (String) -> Void)?
    ) async throws(CommandError) {
        let made: Result<(SubscriptionServer, AccessKey?), DatabaseError>
        do throws(DatabaseError) {
            let server = try SubscriptionServer(
                configuration: configuration, surroundings: .init(), log: log)
            made = .success((server, try await server.makeFirstKey()))
        } catch {
            made = .failure(error)
        }
        let (server, key) = try Self.reporting { () throws(DatabaseError) in try made.get() }
        do throws(HTTPServerError) {
            try server.start()
        } catch {
            throw CommandError(error)
        }
        self.server = server
        running = Task { await server.run() }
        self.key = key?.text
        url = server.baseURL
        database = configuration.location.description
    }

    /// Answers what is in flight, and closes.
    func stop() async {
        await server.shutdown()
        running.cancel()
        await running.value
    }

    /// Uses a certificate that was read again; returns what is wrong with it, in which case the former stays.
    func renew(_ identity: Result<TLSIdentity?, SettingsProblems>) -> String? {
        server.renew(identity)
    }

    static func reporting<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(CommandError) -> Result {
        do throws(DatabaseError) {
            return try body()
        } catch {
            throw CommandError(.dataUnusable, error.message, fix: error.fix)
        }
    }

    /// What people want to know, in lines.
    var text: String {
        var lines = [
            "A subscription server is open at \(url).", "",
            "Notifications     \(url)/v1/notifications/apple", "Ledger            \(database)",
        ]
        if let key {
            lines.append("Key               \(key)")
            lines.append("The key opens everything. It is shown this once; with it, POST /v1/keys makes others.")
        }
        lines += ["", "Ctrl-C closes it."]
        return lines.joined(separator: "\n")
    }

    private struct Place: Encodable {
        var store: String?
        let url: String
        let port: Int
        let database: String
        let key: String?
    }

    /// The same for programs, in one line.
    var json: String { json(store: nil) }

    /// The same with the address of a store that tells this server.
    func json(store: URL?) -> String {
        let place = Place(
            store: store?.absoluteString, url: url.absoluteString, port: url.port ?? 80, database: database, key: key)
        return (try? WireJSON.encode(place)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
