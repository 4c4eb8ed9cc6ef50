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
    struct Attempt: Sendable, Hashable {
        let target: URL
        let date: StoreInstant
        let result: SendAttemptResult
    }

    /// One notification.
    struct Entry: Sendable {
        /// Counts from 1 in the order of the events.
        let number: Int
        let draft: NotificationDraft
        var attempts: [Attempt] = []
        fileprivate(set) var signedPayload: String?

        /// Whether a target that it was sent to has not taken it, or not yet.
        var isFailure: Bool {
            Dictionary(grouping: attempts, by: \.target).values.contains { !$0.contains { $0.result == .success } }
        }
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var numbers: [UUID: Int] = [:]
        var last = 0
    }

    private let signer: StoreSigner
    private let capacity: Int
    private let textCapacity: Int
    private let state = Mutex(State())

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - capacity: How many notifications are kept.
    ///   - textCapacity: How many of them keep their signed text, which is ten times their size; the text of older ones is
    ///     signed again when somebody asks.
    init(signer: StoreSigner, capacity: Int = 10_000, textCapacity: Int = 500) {
        self.signer = signer
        self.capacity = capacity
        self.textCapacity = textCapacity
    }

    /// Takes note of a notification.
    func append(_ draft: NotificationDraft) -> Entry {
        state.withLock { state in
            state.last += 1
            let entry = Entry(number: state.last, draft: draft)
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
    }

    /// How many notifications there have been.
    var count: Int {
        state.withLock { $0.last }
    }

    /// Finds a notification by its identifier.
    subscript(id: UUID) -> Entry? {
        state.withLock { state in state.numbers[id].flatMap { state.entries[$0] } }
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
