// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Signers whose certificates have been checked and whose key has made a valid signature, by the header they stood in.
///
/// Bounded: the longest unused goes first. Nothing enters without a valid signature, so strangers can neither fill it
/// nor push others out. The lock is held for the look-up alone, never while anything is verified.
final class SignerCache: Sendable {
    struct Entry: Sendable {
        let header: JWSHeader
        let signer: Signer
    }

    /// A header segment.
    ///
    /// Only its beginning is hashed: it holds the leaf's random serial number, and the rest would take longer than
    /// everything else in a look-up.
    private struct Key: Hashable {
        let segment: [UInt8]

        func hash(into hasher: inout Hasher) {
            segment.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.prefix(192))) }
        }
    }

    private struct State {
        var entries: [Key: (entry: Entry, lastUse: UInt64)] = [:]
        var uses: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { state.withLock { $0.entries.count } }

    func entry(for segment: [UInt8]) -> Entry? {
        let key = Key(segment: segment)
        return state.withLock { state in
            guard let index = state.entries.index(forKey: key) else { return nil }
            state.uses += 1
            state.entries.values[index].lastUse = state.uses
            return state.entries.values[index].entry
        }
    }

    func insert(_ entry: Entry, for segment: [UInt8]) {
        guard capacity > 0 else { return }
        let key = Key(segment: segment)
        state.withLock { state in
            if state.entries.count >= capacity, state.entries[key] == nil,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
            }
            state.uses += 1
            state.entries[key] = (entry, state.uses)
        }
    }
}
