// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import Foundation
import StoreHost
import Synchronization

/// Writes down what happens to a store: many things at once when they come at once.
///
/// What is handed in is queued; ``settle()`` returns when everything queued before is on the disk. Nobody is answered
/// before that. What cannot be written stays queued and is tried again with the next thing, so that the disk never holds
/// less than what somebody was told.
final class StoreKeeper: Sendable {
    /// Something to write down.
    enum Record: Sendable {
        case event(position: Int64, String)
        case notification(number: Int, String)
        case attempt(notification: Int, String)
        /// Those with higher numbers.
        case forgetNotifications(count: Int)
        case image(position: Int64, [UInt8])
        case setting(name: String, String)
    }

    /// Something to write down that is not text yet: that is left to the thread that writes.
    private typealias Pending = @Sendable () throws -> [Record]

    private struct State {
        var pending: [Pending] = []
        var lastPosition: Int64
        /// How much was ever queued, and how much of it is written.
        var queued = 0
        var written = 0
        var waiters: [(queued: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        var isWriting = false
        /// How many events came after the last image.
        var eventsSinceImage = 0
        var imageInterval = StoreKeeper.shortestImageInterval
    }

    private static let shortestImageInterval = 1000

    private let state: Mutex<State>
    private let database: Mutex<Database>
    private let keptRetention = Mutex(RetentionState())
    private let queue = DispatchQueue(label: "OpenStoreKit.StoreKeeper")
    private let lock: DirectoryLock
    private let log: @Sendable (String) -> Void

    /// Takes over a database whose events end at a position.
    init(
        _ database: sending Database, lastPosition: Int64, lock: DirectoryLock,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.database = Mutex(database)
        self.lock = lock
        self.log = log
        state = Mutex(State(lastPosition: lastPosition))
    }

    /// What is kept about the server, besides the store.
    enum Setting: String {
        case notificationURLs, retention, faults
    }

    /// Takes down something about the server, in the place of what it was before.
    func set(_ setting: Setting, _ value: some Encodable & Sendable) {
        add { [.setting(name: setting.rawValue, try Self.json(value))] }
    }

    /// Takes down the retention messages, if they have changed.
    func keep(_ desk: RetentionDesk) {
        keptRetention.withLock { kept in
            // Asked inside the lock, so that the newest is written last.
            let contents = desk.contents
            guard kept != contents else { return }
            kept = contents
            set(.retention, contents)
        }
    }

    /// Takes down an attempt to deliver a notification.
    func append(_ attempt: NotificationLog.Attempt, to notification: Int) {
        add { [.attempt(notification: notification, try Self.json(attempt))] }
    }

    /// Returns when everything that was handed in before is on the disk.
    func settle() async throws(StoreDataError) {
        do {
            try await withCheckedThrowingContinuation { continuation in
                let isWritten = state.withLock { state in
                    if state.written == state.queued { return true }
                    state.waiters.append((state.queued, continuation))
                    return false
                }
                if isWritten { continuation.resume() } else { write() }
            }
        } catch let error as DatabaseError {
            throw StoreDataError(error)
        } catch {
            throw .unwritable(URL(fileURLWithPath: database.withLock(\.path)))
        }
    }

    /// Returns when everything is on the disk, and lets go of the directory; what is handed in later is not safe there.
    ///
    /// The last reference to a keeper may be that of the thread that writes, so its end is no moment to rely on.
    func close() async throws(StoreDataError) {
        try await settle()
        lock.release()
    }

    /// Whether so much has happened since the last image that another is worth making; whoever is told so makes it.
    func isTimeForImage() -> Bool {
        state.withLock { state in
            guard state.eventsSinceImage >= state.imageInterval else { return false }
            state.eventsSinceImage = 0
            return true
        }
    }

    /// Takes an image of the store, so that the next start need not go through what was before.
    func keep(_ image: HostImage) throws {
        // An image costs as much as the store is large. It is made here, where no request waits for it.
        let bytes = [UInt8](try image.encoded())
        state.withLock { $0.imageInterval = max(Self.shortestImageInterval, image.transactionCount / 4) }
        add { [.image(position: image.position, bytes)] }
    }

    /// Writes everything, and then reads something.
    func read<Answer: Sendable>(
        _ body: (Database) throws(DatabaseError) -> Answer
    ) throws(StoreDataError) -> Answer {
        queue.sync {}
        do throws(DatabaseError) {
            return try database.withLock { database throws(DatabaseError) in try body(database) }
        } catch {
            throw StoreDataError(error)
        }
    }

    // MARK: - Writing

    private func add(_ pending: @escaping Pending) {
        state.withLock { state in
            state.pending.append(pending)
            state.queued += 1
        }
        write()
    }

    private func write() {
        let mustStart = state.withLock { state in
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if mustStart { queue.async { self.writeAll() } }
    }

    private func writeAll() {
        while let batch = takeBatch() {
            do {
                // Those who came while the last batch was written go together.
                let records = try batch.flatMap { try $0() }
                try database.withLock { database throws(DatabaseError) in
                    try database.transaction { () throws(DatabaseError) in
                        for record in records { try Self.write(record, to: database) }
                    }
                }
                finish(batch.count)
            } catch {
                fail(batch, error)
                return
            }
        }
    }

    private func takeBatch() -> [Pending]? {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { state.pending = [] }
            return state.pending
        }
    }

    private func finish(_ count: Int) {
        let ready = state.withLock { state in
            state.written += count
            let ready = state.waiters.filter { $0.queued <= state.written }
            state.waiters.removeAll { $0.queued <= state.written }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    private func fail(_ batch: [Pending], _ error: any Error) {
        log("the state of the store cannot be written: \(error)")
        let waiters = state.withLock { state in
            state.pending = batch + state.pending
            state.isWriting = false
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.continuation.resume(throwing: error) }
    }

    static func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}

extension StoreKeeper: HostJournal {
    func append(_ entries: [HostJournalEntry]) {
        let events = entries.count { if case .event = $0 { true } else { false } }
        let first = state.withLock { state in
            defer {
                state.lastPosition += Int64(events)
                state.eventsSinceImage += events
            }
            return state.lastPosition + 1
        }
        add {
            var position = first
            return try entries.map { entry in
                switch entry {
                case .event(let event):
                    defer { position += 1 }
                    return .event(position: position, try Self.json(event))
                case .notification(let draft): return .notification(number: draft.number, try Self.json(draft))
                case .forgetNotifications(let count): return .forgetNotifications(count: count)
                }
            }
        }
    }
}
