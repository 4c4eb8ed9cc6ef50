// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
package import Database

/// Takes in the history of many customers, of each by one of their transactions.
///
/// What was done is written down, so that a run that broke off goes on where it was.
package struct Backfill: Sendable {
    /// How far a run has come.
    package struct Progress: Sendable, Hashable {
        /// How many identifiers have been asked about, those of earlier runs included.
        package var done: Int
        /// How many there are.
        package var total: Int
        /// Those that could not be asked about in this run, with the reason; another run tries them again.
        package var failures: [String: String] = [:]
    }

    private let reconciler: Reconciler
    private let writer: LedgerWriter
    private let pause: Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    /// Opens the ledger of a configuration; a server may have it open at the same time.
    ///
    /// - Parameter requestsPerSecond: How many customers are asked about in a second at most.
    package init(
        _ configuration: SubscriptionServer.Configuration, surroundings: SubscriptionServer.Surroundings,
        requestsPerSecond: Double
    ) throws(DatabaseError) {
        let now = surroundings.now
        let store = try LedgerStore(Database(at: configuration.location))
        store.retention = configuration.retention
        writer = LedgerWriter(store)
        let reader = try LedgerReader(at: configuration.location, connections: 1)
        let verifier = AppVerifier(apps: configuration.apps, revocation: configuration.revocation, now: { now().date })
        reconciler = Reconciler(
            stores: configuration.stores, verifier: verifier,
            ingest: NotificationIngest(verifier: verifier, writer: writer, now: now), reader: reader, writer: writer,
            now: now)
        pause = .seconds(1 / max(requestsPerSecond, 0.01))
        sleep = surroundings.sleep
    }

    /// Whether there is anybody to ask.
    package var canAsk: Bool { !reconciler.stores.isEmpty }

    /// Asks about each identifier that was not asked about before: Production first, then Sandbox.
    ///
    /// - Parameter report: Told after each.
    package func run(
        _ identifiers: [String], report: @Sendable (Progress) -> Void
    ) async throws(DatabaseError) -> Progress {
        let done = try await writer.write { store throws(DatabaseError) in try store.backfilled(identifiers) }
        var progress = Progress(done: done.count, total: identifiers.count)
        report(progress)
        for identifier in identifiers where !done.contains(identifier) {
            if Task.isCancelled { break }
            if let problem = await problem(askingAbout: identifier) {
                progress.failures[identifier] = problem
            } else {
                try await writer.write { store throws(DatabaseError) in try store.noteBackfilled(identifier) }
                progress.done += 1
            }
            report(progress)
            guard (try? await sleep(pause)) != nil else { break }
        }
        return progress
    }

    private func problem(askingAbout identifier: String) async -> String? {
        var problems: [String] = []
        for store in reconciler.stores {
            do {
                _ = try await reconciler.ask(store, about: identifier)
                return nil
            } catch {
                problems.append("\(store.app) in \(store.environment.rawValue): \(error)")
                // Only who is not known there, or whose app was never released there, can be somewhere else.
                guard let status = (error as? APIFailure)?.statusCode, status == 404 || status == 401 else { break }
            }
        }
        return problems.joined(separator: "; ")
    }
}
