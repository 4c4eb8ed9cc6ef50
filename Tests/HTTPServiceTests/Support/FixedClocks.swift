// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

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
