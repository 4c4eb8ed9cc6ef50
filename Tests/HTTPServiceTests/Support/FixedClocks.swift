// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock on which every time is now.
struct PassedClock: Clock {
    let now = ContinuousClock().now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// A clock that stands still: a sleep on it ends only by cancellation.
struct StoppedClock: Clock {
    let now = ContinuousClock().now
    let minimumResolution = Duration.zero

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        await Signal().wait()
        try Task.checkCancellation()
    }
}

/// A clock whose sleeps end one at a time, each by a tick.
final class TickingClock: Clock {
    private struct State {
        var sleeper: CheckedContinuation<Void, any Error>?
        var isCancelled = false
        var isRunning = false
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    let now = ContinuousClock().now
    let minimumResolution = Duration.zero
    private let state = Mutex(State())

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (watchers, outcome) = state.withLock {
                    state -> ([CheckedContinuation<Void, Never>], Result<Void, any Error>?) in
                    guard !state.isCancelled else { return ([], .failure(CancellationError())) }
                    guard !state.isRunning else { return ([], .success(())) }
                    state.sleeper = continuation
                    defer { state.watchers = [] }
                    return (state.watchers, nil)
                }
                if let outcome { continuation.resume(with: outcome) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.isCancelled = true
                return state.sleeper.take()
            }
            sleeper?.resume(throwing: CancellationError())
        }
    }

    /// Ends the sleep, and returns when the sleeper has done its work and sleeps again.
    func tick() async {
        await asleep()
        state.withLock { $0.sleeper.take() }?.resume()
        await asleep()
    }

    /// Lets this sleep and all that follow end at once.
    func run() {
        let sleeper = state.withLock { state in
            state.isRunning = true
            return state.sleeper.take()
        }
        sleeper?.resume()
    }

    private func asleep() async {
        await withCheckedContinuation { continuation in
            let isAsleep = state.withLock { state in
                if state.sleeper == nil { state.watchers.append(continuation) }
                return state.sleeper != nil
            }
            if isAsleep { continuation.resume() }
        }
    }
}
