// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a client takes from the world around it; tests hand in their own.
public struct APISurroundings: Sendable {
    /// The time by which tokens are dated.
    public var now: @Sendable () -> Date
    /// Waits, and throws when its task is cancelled meanwhile.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// A number from 0 up to 1, a new one each time.
    public var random: @Sendable () -> Double

    /// Creates surroundings; what is left out is real.
    public init(
        now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }
}
