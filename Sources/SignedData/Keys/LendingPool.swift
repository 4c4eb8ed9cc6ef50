// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Things that take long to prepare and serve one thread at a time, kept for the next; as many as ever were used at once.
///
/// Each goes back to where it was taken from, so that it stays in the cache of the processor that used it last.
final class LendingPool<Item>: Sendable {
    /// Sendable because whoever has taken an item out of the pool is the only one to know it.
    private struct Idle: @unchecked Sendable {
        let item: Item
    }

    private let idle = PerProcessor<[Idle]>([])

    /// Lends an item, a new one when all are in use; `nil` when none could be made.
    func withItem<Result>(orMake make: () -> Item?, _ use: (Item) -> Result) -> Result? {
        let shelf = idle.slot
        guard let loan = shelf.value.withLock({ $0.popLast() }) ?? make().map(Idle.init) else { return nil }
        let result = use(loan.item)
        shelf.value.withLock { $0.append(loan) }
        return result
    }
}
