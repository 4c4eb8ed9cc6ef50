// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// Which subscription acts next: a binary heap ordered by time, then by the order of scheduling.
///
/// Entries are never removed early. A subscription whose deadline moved is scheduled again, and the owner drops the
/// entries that no longer match.
struct DeadlineQueue: Codable, Sendable {
    struct Entry: Codable, Sendable, Hashable {
        let time: StoreInstant
        let sequence: Int64
        let subscription: SubscriptionIndex
    }

    private var heap: [Entry] = []
    private(set) var nextSequence: Int64 = 0

    var first: Entry? {
        heap.first
    }

    mutating func schedule(_ subscription: SubscriptionIndex, at time: StoreInstant) -> Int64 {
        let sequence = nextSequence
        nextSequence += 1
        heap.append(Entry(time: time, sequence: sequence, subscription: subscription))
        siftUp()
        return sequence
    }

    mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        siftDown()
    }

    private static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        left.time == right.time ? left.sequence < right.sequence : left.time < right.time
    }

    private mutating func siftUp() {
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard Self.isBefore(heap[child], heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if Self.isBefore(heap[child], heap[smallest]) { smallest = child }
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
