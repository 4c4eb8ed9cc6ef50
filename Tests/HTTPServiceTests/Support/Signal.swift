// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A thing that happens once, told to whoever waits for it.
struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func send() { continuation.finish() }

    /// Returns when the signal was sent or the task is cancelled.
    func wait() async {
        for await _ in stream {}
    }
}
