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
    private let bell: EventBell
    private let queue = DispatchQueue(label: "OpenStoreKit.LedgerWriter")

    /// Takes over a store, which nobody else may use from now on.
    ///
    /// - Parameter bell: Rung whenever something was written.
    package init(_ store: sending LedgerStore, bell: EventBell = EventBell()) {
        self.store = Confined(store: store)
        self.bell = bell
    }

    /// Writes, and returns what the work answers when it is durable.
    ///
    /// - Throws: ``DatabaseError`` when nothing was written.
    package func write<Answer: Sendable>(
        _ work: @escaping @Sendable (LedgerStore) throws(DatabaseError) -> Answer
    ) async throws(DatabaseError) -> Answer {
        let answer = Box<Answer>()
        let result = await withCheckedContinuation { continuation in
            submit(
                Job(
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

    private func drain() {
        let jobs = state.withLock { state in
            defer {
                state.jobs = []
                state.isScheduled = false
            }
            return state.jobs
        }
        guard !jobs.isEmpty else { return }
        let result = commit(jobs)
        // What one job cannot write must not keep the others from being written.
        let isShared = jobs.count > 1
        for job in jobs {
            if case .failure = result, isShared { job.done(commit([job])) } else { job.done(result) }
        }
    }

    private func commit(_ jobs: [Job]) -> Result<Void, DatabaseError> {
        do throws(DatabaseError) {
            try store.store.transaction { () throws(DatabaseError) in
                for job in jobs { try job.work(store.store) }
            }
            bell.ring()
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}
