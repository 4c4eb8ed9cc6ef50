// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
package import Foundation
package import StoreConfiguration
package import StoreEngine
package import StoreHost

/// A store whose state lies in a directory: opened anew there, or as it was when its process ended.
package struct KeptStore: Sendable {
    /// The store.
    package let host: StoreHost
    let keeper: StoreKeeper
    /// The notifications there were, with their attempts.
    let notifications: [NotificationLog.Entry]
    /// Where notifications were posted to before.
    let formerTargets: Set<URL>
    /// The retention messages there were.
    let retention: RetentionState
    /// What went wrong on purpose; `nil` when that was never set.
    let faults: FaultPlan?

    /// How a store begins that is not there yet.
    package struct Beginning: Sendable {
        var configuration: StoreKitConfiguration
        /// The text of the configuration, by which a store is known again.
        var source: String
        var identity: AppIdentity
        var settings: StoreSettings
        var seed: UInt64
        var identifiers: IdentifierScheme

        /// Creates a beginning from all its parts.
        ///
        /// - Parameter identifiers: Those of the environment when `nil`.
        package init(
            configuration: StoreKitConfiguration, source: String, identity: AppIdentity, settings: StoreSettings,
            seed: UInt64, identifiers: IdentifierScheme? = nil
        ) {
            self.configuration = configuration
            self.source = source
            self.identity = identity
            self.settings = settings
            self.seed = seed
            self.identifiers = identifiers ?? (identity.environment == .production ? .production : .sandbox)
        }
    }

    /// Opens the store of a directory.
    ///
    /// - Throws: ``StoreDataError``: `inUse` while another process has it open, `otherStore` when it is the store of
    ///   another configuration or app.
    package init(
        in directory: URL, _ beginning: Beginning, signer: StoreSigner, clock: any StoreClock = SystemClock(),
        log: @escaping @Sendable (String) -> Void
    ) throws(StoreDataError) {
        let lock = try DirectoryLock(directory)
        let file = Self.file(in: directory)
        let contents: Contents
        let keeper: StoreKeeper
        do throws(DatabaseError) {
            let database = try Database(path: file.path)
            try database.migrate(StoreKeeper.schema)
            contents = try Contents(database, beginning, startingAt: clock)
            keeper = StoreKeeper(database, lastPosition: contents.lastPosition, lock: lock, log: log)
        } catch {
            throw StoreDataError(error)
        }
        guard contents.configuration == beginning.source else {
            throw .otherStore(directory, "another StoreKit configuration than this one")
        }
        guard contents.record.opening.identity == beginning.identity else {
            let identity = contents.record.opening.identity
            throw .otherStore(directory, "the app \(identity.bundleID) in \(identity.environment.rawValue)")
        }
        do throws(Refusal) {
            host = try StoreHost(
                of: contents.record, configuration: beginning.configuration, signer: signer, clock: clock,
                journal: keeper)
        } catch {
            throw StoreDataError(
                .damaged, "What happened in the store of \(directory.path) cannot happen again: \(error.message)",
                fix: "Delete store.sqlite there to begin anew.")
        }
        // Behind the host, which has added what came up while it went through the events again.
        let kept = try keeper.read { database throws(DatabaseError) in try Self.readTheRest(database) }
        self.keeper = keeper
        notifications = kept.entries
        formerTargets = kept.targets
        retention = kept.retention
        faults = kept.faults
    }

    // MARK: - Reading

    private static func file(in directory: URL) -> URL {
        directory.appendingPathComponent("store.sqlite")
    }

    /// Whether there is a store in a directory.
    static func isKept(in directory: URL) -> Bool {
        FileManager.default.fileExists(atPath: file(in: directory).path)
    }

    /// The app whose store lies in a directory, if one can be read there.
    static func bundleID(in directory: URL) -> String? {
        guard isKept(in: directory), let database = try? Database(path: file(in: directory).path),
            let opening: Journal.Opening = decode(try? database.rows("SELECT opening FROM store").first?[0].text)
        else { return nil }
        return opening.identity.bundleID
    }

    private struct Contents {
        var record: HostRecord
        var configuration: String
        var lastPosition: Int64 = 0

        init(_ database: Database, _ beginning: Beginning, startingAt clock: any StoreClock) throws(DatabaseError) {
            guard let row = try database.rows("SELECT opening, configuration FROM store").first,
                let opening: Journal.Opening = KeptStore.decode(row[0].text)
            else {
                let opening = Journal.Opening(
                    identity: beginning.identity, settings: beginning.settings, identifiers: beginning.identifiers,
                    seed: beginning.seed, date: clock.now)
                configuration = beginning.source
                record = HostRecord(opening: opening)
                // An opening is made of numbers and texts, which can always be written.
                let json = (try? StoreKeeper.json(opening)) ?? ""
                try database.run(
                    "INSERT INTO store (id, opening, configuration) VALUES (1, $1, $2)",
                    [.text(json), .text(configuration)])
                return
            }
            configuration = row[1].text ?? ""
            // An image of another version cannot be read; then the events say it all.
            let blob = try database.rows("SELECT image FROM images").first?[0].blob
            let image = blob.flatMap { try? HostImage(reading: Data($0)) }
            var events: [HostEvent] = []
            var last = image?.position ?? 0
            try database.forEachRow(
                "SELECT position, event FROM events WHERE position > $1 ORDER BY position", [.integer(last)]
            ) { row in
                guard let event: HostEvent = KeptStore.decode(row[1].text) else { return }
                events.append(event)
                last = row[0].integer ?? last
            }
            record = HostRecord(opening: opening, image: image, events: events)
            lastPosition = last
        }
    }

    private static func readTheRest(
        _ database: Database
    ) throws(DatabaseError) -> (
        entries: [NotificationLog.Entry], targets: Set<URL>, retention: RetentionState, faults: FaultPlan?
    ) {
        var attempts: [Int: [NotificationLog.Attempt]] = [:]
        let newest = "SELECT max(number) - \(NotificationLog.capacity) FROM notifications"
        try database.run("DELETE FROM notifications WHERE number <= (\(newest))")
        try database.run("DELETE FROM attempts WHERE notification <= (\(newest))")
        try database.forEachRow("SELECT notification, attempt FROM attempts ORDER BY id") { row in
            guard let number = row[0].integer, let attempt: NotificationLog.Attempt = decode(row[1].text) else {
                return
            }
            attempts[Int(number), default: []].append(attempt)
        }
        var entries: [NotificationLog.Entry] = []
        try database.forEachRow("SELECT draft FROM notifications ORDER BY number") { row in
            guard let draft: NotificationDraft = decode(row[0].text) else { return }
            entries.append(NotificationLog.Entry(draft: draft, attempts: attempts[draft.number] ?? []))
        }
        var settings: [String: String] = [:]
        try database.forEachRow("SELECT name, value FROM settings") { settings[$0[0].text ?? ""] = $0[1].text }
        return (
            entries, decode(settings[StoreKeeper.Setting.notificationURLs.rawValue]) ?? [],
            decode(settings[StoreKeeper.Setting.retention.rawValue]) ?? RetentionState(),
            decode(settings[StoreKeeper.Setting.faults.rawValue])
        )
    }

    private static func decode<Value: Decodable>(_ text: String?) -> Value? {
        text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }
}
