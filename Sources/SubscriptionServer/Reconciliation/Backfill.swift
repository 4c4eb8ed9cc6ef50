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
        /// How many this run waits for, because another run is asking about them.
        package var elsewhere = 0
    }

    private let reconciler: Reconciler
    private let writer: LedgerWriter
    private let now: @Sendable () -> StoreInstant
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
        self.now = now
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

    /// How many identifiers are looked up at once.
    private static let width = 200
    /// For how long an identifier is left to who asks about it, in milliseconds.
    private static let patience: Int64 = 300_000

    /// Asks about each identifier that was not asked about before: Production first, then Sandbox.
    ///
    /// Several runs share what is to be done: what one of them is asking about the others leave to it, and come back to at
    /// their end, in case it did not come to an answer.
    ///
    /// - Parameter report: Told how far it has come, again and again.
    package func run(
        _ identifiers: [String], report: @Sendable (Progress) -> Void
    ) async throws(DatabaseError) -> Progress {
        var progress = Progress(done: 0, total: identifiers.count)
        report(progress)
        var rest = identifiers
        while !rest.isEmpty {
            var taken: [String] = []
            for start in stride(from: 0, to: rest.count, by: Self.width) {
                let batch = Array(rest[start..<min(start + Self.width, rest.count)])
                let done = try await reconciler.reader.read { store throws(DatabaseError) in
                    try store.backfilled(among: batch)
                }
                let open = batch.filter { !done.contains($0) }
                progress.done += batch.count - open.count
                if open.count < batch.count { report(progress) }
                for identifier in open {
                    if Task.isCancelled { return progress }
                    guard try await ask(about: identifier, &progress) else {
                        taken.append(identifier)
                        continue
                    }
                    report(progress)
                    guard (try? await sleep(pause)) != nil else { return progress }
                }
            }
            rest = taken
            progress.elsewhere = rest.count
            guard !rest.isEmpty else { break }
            report(progress)
            guard (try? await sleep(.seconds(1))) != nil else { break }
        }
        return progress
    }

    /// Asks about an identifier; returns whether it was not another's.
    private func ask(about identifier: String, _ progress: inout Progress) async throws(DatabaseError) -> Bool {
        let date = now()
        let end = date + Self.patience
        let isOurs = try await writer.write(on: []) { store throws(DatabaseError) in
            try store.claimBackfill(identifier, until: end, at: date)
        }
        guard isOurs else { return false }
        let problem = await problem(askingAbout: identifier)
        try await writer.write(on: []) { store throws(DatabaseError) in
            if problem == nil {
                try store.noteBackfilled(identifier)
            } else {
                try store.releaseBackfill(identifier, claimedUntil: end)
            }
        }
        progress.failures[identifier] = problem
        if problem == nil { progress.done += 1 }
        return true
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
