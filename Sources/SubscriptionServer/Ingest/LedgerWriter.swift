// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Database
import Dispatch
import Synchronization

/// Writes into the ledger on behalf of many at once, in as few transactions as there is time for.
///
/// What arrives while a transaction is being made durable waits and shares the next one: a disk makes few transactions
/// durable in a second, but each may be large. A class with a queue, because the database blocks its thread.
package final class LedgerWriter: Sendable {
    private struct Job: Sendable {
        /// What it works on; `nil` for anything, and where nobody else writes.
        let names: Set<String>?
        let work: @Sendable (LedgerStore) throws(DatabaseError) -> Void
        let done: @Sendable (Result<Void, DatabaseError>) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var isScheduled = false
    }

    /// Sendable because only the queue touches what is inside.
    private struct Confined: @unchecked Sendable {
        let store: LedgerStore
    }

    private let state = Mutex(State())
    private let store: Confined
    private let isShared: Bool
    private let bell: EventBell
    private let watch: LedgerWatch
    private let queue = DispatchQueue(label: "OpenStoreKit.LedgerWriter")

    /// Takes over a store, which nobody else may use from now on.
    ///
    /// - Parameters:
    ///   - bell: Rung whenever something was written.
    ///   - watch: Told of everything that could not be.
    package init(
        _ store: sending LedgerStore, bell: EventBell = EventBell(), watch: LedgerWatch = LedgerWatch()
    ) {
        isShared = store.isShared
        self.store = Confined(store: store)
        self.bell = bell
        self.watch = watch
    }

    /// Writes, and returns what the work answers when it is durable.
    ///
    /// The work may be done several times, of which only the last one counts.
    ///
    /// - Parameter names: What the work is about, as ``LedgerStore/transaction(on:_:)`` has it.
    /// - Throws: ``DatabaseError`` when nothing was written, or, with the code `unavailable`, when nobody knows.
    package func write<Answer: Sendable>(
        on names: @autoclosure () -> Set<String>? = nil,
        _ work: @escaping @Sendable (LedgerStore) throws(DatabaseError) -> Answer
    ) async throws(DatabaseError) -> Answer {
        let answer = Box<Answer>()
        let names = isShared ? names() : nil
        let result = await withCheckedContinuation { continuation in
            submit(
                Job(
                    names: names,
                    work: { store throws(DatabaseError) in
                        let found = try work(store)
                        answer.value.withLock { $0 = found }
                    },
                    done: { continuation.resume(returning: $0) }))
        }
        try result.get()
        guard let found = answer.value.withLock({ $0 }) else { preconditionFailure("Work that did not fail has run") }
        return found
    }

    /// An answer on its way from the queue to the caller.
    private final class Box<Answer: Sendable>: Sendable {
        let value = Mutex<Answer?>(nil)
    }

    private func submit(_ job: Job) {
        let isIdle = state.withLock { state in
            state.jobs.append(job)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isIdle { queue.async { self.drain() } }
    }

    /// How many jobs go together at most, so that those of another server get their turn.
    private static let largestBatch = 256
    /// How often a batch is tried that came into the way of another server's.
    private static let tries = 3

    private func drain() {
        let (jobs, areMore) = state.withLock { state in
            let jobs = Array(state.jobs.prefix(Self.largestBatch))
            state.jobs.removeFirst(jobs.count)
            state.isScheduled = !state.jobs.isEmpty
            return (jobs, state.isScheduled)
        }
        for batch in [jobs.filter { $0.names != nil }, jobs.filter { $0.names == nil }] where !batch.isEmpty {
            settle(batch)
        }
        if areMore { queue.async { self.drain() } }
    }

    private func settle(_ jobs: [Job]) {
        let result = commit(jobs)
        // What one job cannot write must not keep the others from being written. When there is no database, there is none
        // for each of them.
        guard case .failure(let error) = result, jobs.count > 1, error.code != .unavailable else {
            watch.note(.writing, result.failure)
            for job in jobs { job.done(result) }
            return
        }
        for job in jobs { settle([job]) }
    }

    private func commit(_ jobs: [Job]) -> Result<Void, DatabaseError> {
        var names = jobs.contains { $0.names == nil } ? nil : jobs.reduce(into: Set()) { $0.formUnion($1.names ?? []) }
        var tries = 1
        while true {
            do throws(DatabaseError) {
                try store.store.transaction(on: names) { () throws(DatabaseError) in
                    for job in jobs { try job.work(store.store) }
                }
                bell.ring()
                return .success(())
            } catch {
                if error.code == .needsEverything, jobs.count == 1, names != nil {
                    names = nil
                } else if error.code == .busy, tries < Self.tries, isShared {
                    tries += 1
                } else {
                    return .failure(error)
                }
            }
        }
    }
}
