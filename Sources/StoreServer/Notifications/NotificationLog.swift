// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import Synchronization

/// The notifications of the store and how their delivery went, the newest so many of them.
final class NotificationLog: Sendable {
    /// One attempt to deliver.
    struct Attempt: Codable, Sendable, Hashable {
        let target: URL
        let date: StoreInstant
        let result: SendAttemptResult
    }

    /// One notification.
    struct Entry: Sendable {
        /// Counts from 1 in the order of the events.
        var number: Int { draft.number }
        let draft: NotificationDraft
        var attempts: [Attempt] = []
        fileprivate(set) var signedPayload: String?

        init(draft: NotificationDraft, attempts: [Attempt] = []) {
            self.draft = draft
            self.attempts = attempts
        }

        /// The targets that have taken it.
        var takers: Set<URL> { Set(attempts.lazy.filter { $0.result == .success }.map(\.target)) }

        /// Whether a target that it was sent to has not taken it, or not yet.
        var isFailure: Bool { !takers.isSuperset(of: attempts.map(\.target)) }
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var numbers: [UUID: Int] = [:]
        var last = 0
    }

    private let signer: StoreSigner
    private let capacity: Int
    private let textCapacity: Int
    /// Takes down each attempt, with the number of its notification.
    private let onAttempt: @Sendable (Attempt, Int) -> Void
    private let state: Mutex<State>

    /// How many notifications are kept where nothing else is asked for.
    static let capacity = 10_000

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - capacity: How many notifications are kept.
    ///   - textCapacity: How many of them keep their signed text, which is ten times their size; the text of older ones is
    ///     signed again when somebody asks.
    ///   - entries: What there was before, oldest first.
    init(
        signer: StoreSigner, capacity: Int = NotificationLog.capacity, textCapacity: Int = 500, entries: [Entry] = [],
        onAttempt: @escaping @Sendable (Attempt, Int) -> Void = { _, _ in }
    ) {
        self.signer = signer
        self.capacity = capacity
        self.textCapacity = textCapacity
        self.onAttempt = onAttempt
        var state = State()
        for entry in entries.suffix(capacity) {
            state.entries[entry.number] = entry
            state.numbers[entry.draft.record.id] = entry.number
            state.last = entry.number
        }
        self.state = Mutex(state)
    }

    /// Takes note of a notification.
    func append(_ draft: NotificationDraft) -> Entry {
        state.withLock { state in
            let entry = Entry(draft: draft)
            state.last = entry.number
            state.entries[entry.number] = entry
            state.numbers[draft.record.id] = entry.number
            state.entries[entry.number - textCapacity]?.signedPayload = nil
            if let old = state.entries.removeValue(forKey: entry.number - capacity) {
                state.numbers[old.draft.record.id] = nil
            }
            return entry
        }
    }

    /// The signed notification; while it is new, the same text for everybody.
    func signedPayload(of entry: Entry) throws -> String {
        if let text = state.withLock({ $0.entries[entry.number]?.signedPayload }) { return text }
        let text = try signer.sign(entry.draft)
        return state.withLock { state in
            guard entry.number > state.last - textCapacity else { return text }
            // Two targets may have signed at once: the first text counts.
            if let first = state.entries[entry.number]?.signedPayload { return first }
            state.entries[entry.number]?.signedPayload = text
            return text
        }
    }

    /// Takes note of an attempt.
    func record(_ attempt: Attempt, of entry: Entry) {
        state.withLock { $0.entries[entry.number]?.attempts.append(attempt) }
        onAttempt(attempt, entry.number)
    }

    /// Forgets the notifications after so many, because the store is as it was before them.
    func forget(after count: Int) {
        state.withLock { state in
            for number in state.entries.keys where number > count {
                if let old = state.entries.removeValue(forKey: number) { state.numbers[old.draft.record.id] = nil }
            }
            state.last = min(state.last, count)
        }
    }

    /// How many notifications there have been.
    var count: Int {
        state.withLock { $0.last }
    }

    /// Finds a notification by its identifier.
    subscript(id: UUID) -> Entry? {
        state.withLock { state in state.numbers[id].flatMap { state.entries[$0] } }
    }

    /// The notification of a number.
    subscript(number number: Int) -> Entry? {
        state.withLock { $0.entries[number] }
    }

    /// The notifications after a number that fulfil a condition, oldest first.
    func entries(after number: Int, limit: Int, where isWanted: (Entry) -> Bool = { _ in true }) -> [Entry] {
        state.withLock { state in
            guard number < state.last else { return [] }
            let first = max(number, state.last - capacity, 0) + 1
            var found: [Entry] = []
            for number in first...state.last where found.count < limit {
                if let entry = state.entries[number], isWanted(entry) { found.append(entry) }
            }
            return found
        }
    }
}
