// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tasks that wait for something that only others can bring about; each is woken once, or thrown out when cancelled.
final class WaitingRoom<Tag: Sendable>: Sendable {
    private typealias Sleeper = (tag: Tag, continuation: CheckedContinuation<Void, any Error>)

    private struct State {
        var sleepers: [UInt64: Sleeper] = [:]
        /// Tasks that were cancelled before they lay down.
        var cancelled: Set<UInt64> = []
        var nextTicket: UInt64 = 0
    }

    private let state = Mutex(State())

    /// How many tasks wait.
    var count: Int {
        state.withLock { $0.sleepers.count }
    }

    /// Waits until somebody wakes the tag.
    ///
    /// - Parameter isOver: Whether there is nothing to wait for. It is asked once the task can already be woken, so that
    ///   what happens in between is not missed.
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(_ tag: Tag, unless isOver: @Sendable () -> Bool) async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.remove(ticket) != nil { return true }
                    state.sleepers[ticket] = (tag, continuation)
                    return false
                }
                if isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else if isOver() {
                    leave(ticket)?.continuation.resume()
                }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: ticket)
                if sleeper == nil { state.cancelled.insert(ticket) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
        // A cancellation that came after the waking left its mark behind.
        state.withLock { _ = $0.cancelled.remove(ticket) }
    }

    /// Wakes those whose tag fits.
    func wake(where fits: (Tag) -> Bool) {
        let woken = state.withLock { state in
            guard !state.sleepers.isEmpty else { return [CheckedContinuation<Void, any Error>]() }
            let woken = state.sleepers.filter { fits($0.value.tag) }
            for ticket in woken.keys { state.sleepers[ticket] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    private func leave(_ ticket: UInt64) -> Sleeper? {
        state.withLock { $0.sleepers.removeValue(forKey: ticket) }
    }
}
