// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Remembers values up to a number; beyond it the longest unused goes first.
///
/// The lock is held for the look-up alone, never while anything is verified or read.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    // A type of its own, because tuples of generic values are copied by looking their types up each time.
    private struct Entry {
        let value: Value
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { state.withLock { $0.entries.count } }

    func value(for key: Key) -> Value? {
        state.withLock { state in
            guard let index = state.entries.index(forKey: key) else { return nil }
            state.uses += 1
            state.entries.values[index].lastUse = state.uses
            return state.entries.values[index].value
        }
    }

    func insert(_ value: Value, for key: Key) {
        guard capacity > 0 else { return }
        state.withLock { state in
            state.uses += 1
            let isNew = state.entries.updateValue(Entry(value: value, lastUse: state.uses), forKey: key) == nil
            guard isNew, state.entries.count > capacity,
                let oldest = state.entries.indices.min(by: {
                    state.entries.values[$0].lastUse < state.entries.values[$1].lastUse
                })
            else { return }
            state.entries.remove(at: oldest)
        }
    }

    func remove(_ key: Key) {
        state.withLock { $0.entries[key] = nil }
    }
}
