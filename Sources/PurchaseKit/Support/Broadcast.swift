// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Hands every new value to everybody who follows; who is slow gets the newest.
struct Broadcast<Value: Sendable> {
    private var followers: [Int: AsyncStream<Value>.Continuation] = [:]
    private var lastTicket = 0

    /// Whether somebody follows.
    var isHeard: Bool { !followers.isEmpty }

    /// A sequence that begins with a value.
    ///
    /// - Parameter leave: Called when the follower is gone, with the number to ``remove(_:)``.
    mutating func follow(
        from value: Value?, buffering: AsyncStream<Value>.Continuation.BufferingPolicy,
        leave: @escaping @Sendable (Int) -> Void
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: buffering)
        lastTicket += 1
        let ticket = lastTicket
        continuation.onTermination = { _ in leave(ticket) }
        if let value { continuation.yield(value) }
        followers[ticket] = continuation
        return stream
    }

    mutating func remove(_ ticket: Int) {
        followers[ticket] = nil
    }

    func send(_ value: Value) {
        for follower in followers.values { follower.yield(value) }
    }
}
