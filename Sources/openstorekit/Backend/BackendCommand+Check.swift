// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation
import HTTPService
import SubscriptionServer

extension BackendCommand {
    /// Says what is wrong, or what a server would do; changes nothing.
    static func check(_ configuration: SubscriptionServer.Configuration) async throws(CommandError) {
        try await listen(as: configuration)
        let ledger = try ledger(at: configuration.location)
        Terminal.print("The configuration can be used.")
        Terminal.print("database  \(configuration.location)\(ledger)")
        Terminal.print("listens   \(configuration.address) port \(configuration.port)")
        for app in configuration.apps {
            let environments = app.environments.map(\.rawValue).sorted().joined(separator: ", ")
            Terminal.print("app       \(app.bundleID) (\(environments))")
        }
    }

    /// Finds out whether there is such an address, and whether certificate and key belong together, as only a server does
    /// that has them; on any free port, for the right one may be in use by the server that this is about.
    private static func listen(as configuration: SubscriptionServer.Configuration) async throws(CommandError) {
        let trial = HTTPServer(host: configuration.address, identity: configuration.identity) { _ in .empty(503) }
        do throws(HTTPServerError) {
            try trial.start()
        } catch {
            throw CommandError(error)
        }
        await trial.shutdown(gracePeriod: .zero)
    }

    /// What there is to say about a ledger, which may be another server's at this moment and is left as it is.
    private static func ledger(at location: DatabaseLocation) throws(CommandError) -> String {
        if case .file(let path) = location, !FileManager.default.fileExists(atPath: path) {
            let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
            guard FileManager.default.isWritableFile(atPath: directory) else {
                throw CommandError(
                    .dataUnusable, "There is no \(path), and none can be made in \(directory)",
                    fix: "Check path and permissions.")
            }
            return " (made at the start)"
        }
        let isOutdated = try RunningBackend.reporting { () throws(DatabaseError) in
            try LedgerStore.isOutdated(Database(at: location))
        }
        return isOutdated ? " (its tables are brought up to date at the start)" : ""
    }
}
