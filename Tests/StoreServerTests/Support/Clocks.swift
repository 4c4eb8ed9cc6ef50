// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock that nobody wakes from, except by cancelling.
struct StoppedClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        throw CancellationError()
    }
}

/// A clock on which every sleep is over at once.
struct HurriedClock: Clock {
    var now: StoppedClock.Instant { StoppedClock.Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: StoppedClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}

/// A clock on which sleeps of a length or more are over at once, and nobody wakes from shorter ones.
struct LongSleepClock: Clock {
    let threshold: Duration
    var now: StoppedClock.Instant { StoppedClock.Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: StoppedClock.Instant, tolerance: Duration?) async throws {
        guard deadline.offset < threshold else { return }
        try await StoppedClock().sleep(until: deadline, tolerance: tolerance)
    }
}
