// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Database
import Dispatch
import Foundation
import Synchronization

/// Reads the ledger for many at once, over connections of its own, so that nobody waits for who writes.
///
/// What a finished write wrote is seen by every read that begins after it.
package final class LedgerReader: Sendable {
    /// One connection, used under its lock; the queue is where callers wait for it.
    private final class Desk: Sendable {
        /// Sendable because only who has the lock touches the store.
        private struct Confined: @unchecked Sendable {
            let store: LedgerStore
        }

        private let confined: Mutex<Confined>
        let queue: DispatchQueue

        init(_ store: LedgerStore, label: String) {
            confined = Mutex(Confined(store: store))
            queue = DispatchQueue(label: label)
        }

        func read<Answer: Sendable>(
            _ work: (LedgerStore) throws(DatabaseError) -> Answer
        ) -> Result<Answer, DatabaseError> {
            confined.withLock { Self.read($0.store, work) }
        }

        /// The same, or `nil` when somebody else reads here.
        func readIfFree<Answer: Sendable>(
            _ work: (LedgerStore) throws(DatabaseError) -> Answer
        ) -> Result<Answer, DatabaseError>? {
            confined.withLockIfAvailable { Self.read($0.store, work) }
        }

        private static func read<Answer: Sendable>(
            _ store: LedgerStore, _ work: (LedgerStore) throws(DatabaseError) -> Answer
        ) -> Result<Answer, DatabaseError> {
            Result { () throws(DatabaseError) in
                try store.snapshot { () throws(DatabaseError) in try work(store) }
            }
        }
    }

    private let desks: [Desk]
    private let next = Atomic<Int>(0)
    private let isFile: Bool
    private let watch: LedgerWatch

    /// Opens connections to a database that a ``LedgerWriter`` has open.
    ///
    /// - Parameters:
    ///   - connections: How many; by default two and, to a file, one for each processor.
    ///   - watch: Told of everything that could not be read.
    package init(
        at location: DatabaseLocation, connections: Int? = nil, watch: LedgerWatch = LedgerWatch()
    ) throws(DatabaseError) {
        let most = location.isShared ? 2 : max(2, ProcessInfo.processInfo.activeProcessorCount)
        var desks: [Desk] = []
        for index in 0..<max(1, connections ?? most) {
            desks.append(
                Desk(try LedgerStore(Database(at: location)), label: "OpenStoreKit.LedgerReader.\(index)"))
        }
        self.desks = desks
        isFile = !location.isShared
        self.watch = watch
    }

    /// Reads everything at one moment of the ledger's life.
    ///
    /// - Parameter isBrief: Whether only a few rows are read, by their keys. From a file that takes less time than another
    ///   thread needs to begin, so it is done on the caller's, as long as nobody else reads.
    package func read<Answer: Sendable>(
        isBrief: Bool = false, _ work: @escaping @Sendable (LedgerStore) throws(DatabaseError) -> Answer
    ) async throws(DatabaseError) -> Answer {
        if isBrief, isFile {
            for desk in desks {
                if let result = desk.readIfFree(work) { return try noted(result) }
            }
        }
        let turn = next.add(1, ordering: .relaxed).oldValue
        let desk = desks[Int(UInt(bitPattern: turn) % UInt(desks.count))]
        let result = await withCheckedContinuation { continuation in
            desk.queue.async { continuation.resume(returning: desk.read(work)) }
        }
        return try noted(result)
    }

    private func noted<Answer>(_ result: Result<Answer, DatabaseError>) throws(DatabaseError) -> Answer {
        watch.note(.reading, result.failure)
        return try result.get()
    }
}

extension Result {
    /// Why it failed, if it did.
    var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
