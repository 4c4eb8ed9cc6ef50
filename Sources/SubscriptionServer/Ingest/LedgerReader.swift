// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Database
import Dispatch
import Synchronization

/// Reads the ledger for many at once, over connections of its own, so that nobody waits for who writes.
///
/// What a finished write wrote is seen by every read that begins after it.
package final class LedgerReader: Sendable {
    /// Sendable because only its queue touches the store.
    private struct Desk: @unchecked Sendable {
        let store: LedgerStore
        let queue: DispatchQueue
    }

    private let desks: [Desk]
    private let next = Atomic<Int>(0)

    /// Opens connections to a database that a ``LedgerWriter`` has open.
    package init(at location: DatabaseLocation, connections: Int = 2) throws(DatabaseError) {
        var desks: [Desk] = []
        for index in 0..<max(1, connections) {
            desks.append(
                Desk(
                    store: try LedgerStore(Database(at: location)),
                    queue: DispatchQueue(label: "OpenStoreKit.LedgerReader.\(index)")))
        }
        self.desks = desks
    }

    /// Reads everything at one moment of the ledger's life.
    package func read<Answer: Sendable>(
        _ work: @escaping @Sendable (LedgerStore) throws(DatabaseError) -> Answer
    ) async throws(DatabaseError) -> Answer {
        let turn = next.add(1, ordering: .relaxed).oldValue
        let desk = desks[Int(UInt(bitPattern: turn) % UInt(desks.count))]
        let result = await withCheckedContinuation { continuation in
            desk.queue.async {
                continuation.resume(
                    returning: Result { () throws(DatabaseError) in
                        try desk.store.snapshot { () throws(DatabaseError) in try work(desk.store) }
                    })
            }
        }
        return try result.get()
    }
}
