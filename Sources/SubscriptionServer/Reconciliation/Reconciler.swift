// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
import Foundation

/// Asks the App Store what it knows, and takes in what was missed.
///
/// What comes of it passes through the same verification and the same joins as everything else, so asking too often or
/// twice at once changes nothing.
struct Reconciler: Sendable {
    /// An app in an environment, and whom to ask about it.
    struct Store: Sendable {
        let app: String
        let environment: AppStoreEnvironment
        let client: AppStoreServerAPIClient
    }

    let stores: [Store]
    let verifier: AppVerifier
    let ingest: NotificationIngest
    let reader: LedgerReader
    let writer: LedgerWriter
    let now: @Sendable () -> StoreInstant
    /// Counts the runs.
    var metrics = Metrics()

    /// What a run came to.
    struct Report: Encodable, Sendable, Hashable {
        var app: String
        var environment: String
        /// How many notifications had not arrived.
        var notifications = 0
        /// How many purchases were asked about.
        var lines = 0
        /// How many signed texts were taken in.
        var facts = 0
        /// What could not be done; the next run tries again.
        var problems: [String] = []

        static let schema = JSONSchema.object([
            "app": .string, "environment": .string, "notifications": .integer, "lines": .integer, "facts": .integer,
            "problems": .array(.string),
        ])
    }

    /// A notification may have been signed before, and arrive after, the last one that was seen.
    private static let overlap: Int64 = 86_400_000
    /// What is signed later than that is not asked for; an end in the future is none to the App Store, in milliseconds.
    private static let future: Int64 = 100 * 366 * 86_400_000
    /// For how long the App Store keeps its notifications, in milliseconds; an hour less, for it refuses to be asked about
    /// the time before, and goes by its own clock.
    private static func memory(_ environment: AppStoreEnvironment) -> Int64 {
        (environment == .production ? 180 : 30) * 86_400_000 - 3_600_000
    }

    /// For how long a store is left to the server that asks it, in milliseconds.
    private static let patience: Int64 = 600_000

    /// Asks about everything that may have been missed, or about every purchase there is.
    func run(all: Bool) async -> [Report] {
        var reports: [Report] = []
        for store in stores { reports.append(await run(store, all: all)) }
        return reports
    }

    /// Asks about everything that may have been missed, each store unless another server does so or has done so lately.
    ///
    /// - Parameter pause: How lately, in milliseconds; `nil` asks whoever did.
    func runInTurn(every pause: Int64?) async throws(DatabaseError) -> [Report] {
        var reports: [Report] = []
        for store in stores {
            let job = "reconciliation/\(store.app)/\(store.environment.rawValue)"
            let date = now()
            let isOurs = try await writer.write(on: []) { ledger throws(DatabaseError) in
                let recently = pause.map { date + -$0 } ?? StoreInstant(milliseconds: .max)
                return try ledger.claim(
                    job: job, until: date + Self.patience, at: date, unlessDoneSince: recently)
            }
            guard isOurs else { continue }
            let report = await run(store, all: false)
            reports.append(report)
            let (end, isDone) = (now(), report.problems.isEmpty && !Task.isCancelled)
            try await writer.write(on: []) { ledger throws(DatabaseError) in
                try ledger.finish(job: job, at: end, isDone: isDone)
            }
        }
        return reports
    }

    private func run(_ store: Store, all: Bool) async -> Report {
        var report = Report(app: store.app, environment: store.environment.rawValue)
        await repairNotifications(store, &report)
        await repairLines(store, all: all, &report)
        let label = Metrics.label(app: report.app, environment: report.environment)
        metrics.count("reconciliation_runs_total", label)
        metrics.count("reconciliation_failures_total", label, by: report.problems.isEmpty ? 0 : 1)
        if report.problems.isEmpty, !Task.isCancelled {
            metrics.set("reconciliation_last_success_timestamp_seconds", label, to: Double(now().milliseconds / 1000))
        }
        return report
    }

    private func repairNotifications(_ store: Store, _ report: inout Report) async {
        do {
            let last = try await reader.read { ledger throws(DatabaseError) in
                try ledger.lastSigned(app: store.app, environment: store.environment.rawValue)
            }
            let date = now()
            let oldest = date + -Self.memory(store.environment)
            // A local store's clock may have been moved ahead of this one, and may be back after a restart.
            let start = max(oldest, last.map { min($0, date) + -Self.overlap } ?? oldest)
            let request = NotificationHistoryRequest(startDate: start.date, endDate: (date + Self.future).date)
            for try await page in store.client.notificationHistory(notificationHistoryRequest: request) {
                for item in page.notificationHistory ?? [] {
                    guard let text = item.signedPayload else { continue }
                    do throws(IngestFailure) {
                        if try await ingest.receive(signed: text, for: store.app) == .recorded {
                            report.notifications += 1
                        }
                    } catch {
                        report.problems.append("a notification: \(error)")
                    }
                }
            }
        } catch {
            report.problems.append("notification history: \(error)")
        }
    }

    private func repairLines(_ store: Store, all: Bool, _ report: inout Report) async {
        var after: Int64 = 0
        while !Task.isCancelled {
            let (position, date) = (after, now())
            let page: [(number: Int64, line: PurchaseLine)]
            do throws(DatabaseError) {
                page = try await reader.read { ledger throws(DatabaseError) in
                    try ledger.lines(
                        app: store.app, environment: store.environment.rawValue, after: position, limit: 200)
                }
            } catch {
                report.problems.append("\(error)")
                return
            }
            guard let last = page.last else { return }
            after = last.number
            for (_, line) in page where all || line.isDoubtful(at: date) {
                report.lines += 1
                do {
                    report.facts += try await ask(store, about: line.id.originalTransactionID)
                } catch {
                    report.problems.append("\(line.id.originalTransactionID): \(error)")
                }
            }
        }
    }

    /// Takes in everything the store knows of a customer, by any of the customer's transactions.
    ///
    /// - Returns: How many signed texts there were.
    func ask(_ store: Store, about transactionID: String) async throws -> Int {
        var count = 0
        for try await page in store.client.transactionHistory(anyTransactionId: transactionID) {
            for text in page.signedTransactions ?? [] {
                try await take(transaction: text, of: store)
                count += 1
            }
        }
        let statuses = await store.client.getAllSubscriptionStatuses(anyTransactionId: transactionID)
        for item in try statuses.get().data?.flatMap({ $0.lastTransactions ?? [] }) ?? [] {
            if let text = item.signedTransactionInfo {
                try await take(transaction: text, of: store)
                count += 1
            }
            if let text = item.signedRenewalInfo {
                let (info, app) = try await verifier.verify(
                    text, as: JWSRenewalInfoDecodedPayload.self, about: store.app)
                let received = now()
                try await writer.write(on: SignedFacts(info).names(app: app.bundleID)) { ledger throws(DatabaseError) in
                    try ledger.record(info, app: app.bundleID, receivedAt: received)
                }
                count += 1
            }
        }
        return count
    }

    private func take(transaction text: String, of store: Store) async throws {
        let (transaction, app) = try await verifier.verify(
            text, as: JWSTransactionDecodedPayload.self, about: store.app)
        let received = now()
        try await writer.write(on: SignedFacts(transaction).names(app: app.bundleID)) { ledger throws(DatabaseError) in
            try ledger.record(transaction, app: app.bundleID, receivedAt: received)
        }
    }
}

extension PurchaseLine {
    /// Whether something must have happened that nobody told of: a transaction that was not seen, or an end of access
    /// that came without news of what followed.
    func isDoubtful(at now: StoreInstant) -> Bool {
        guard let standing = standing(at: now) else { return true }
        if standing.isTransactionMissing { return true }
        guard isSubscription else { return false }
        if renewalInfo == nil { return true }
        // Expired by the clock alone: had the store said so, the facts themselves would.
        guard standing.status == .expired, let latest else { return standing.status == .billingRetry }
        return SubscriptionState(transaction: latest, renewalInfo: renewalInfo?.payload).status != .expired
    }
}
