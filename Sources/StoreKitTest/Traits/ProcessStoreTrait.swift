// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
import Synchronization
public import Testing

/// Lets one test at a time have the store of the process, which detached tasks see too.
public struct ProcessStoreTrait: TestTrait, SuiteTrait, TestScoping {
    /// True: each test of a suite gets it by itself, not the suite as a whole.
    public var isRecursive: Bool { true }

    /// Waits for the test's turn, runs it, and disconnects the store it leaves behind.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await ProcessStoreTurn.shared.take()
        defer {
            StoreConnection.disconnect()
            ProcessStoreTurn.shared.pass()
        }
        try await function()
    }
}

extension Trait where Self == ProcessStoreTrait {
    /// Lets one test at a time have the store of the process.
    public static var processStore: Self { Self() }
}

/// Whose turn it is, in the order of asking.
private final class ProcessStoreTurn: Sendable {
    static let shared = ProcessStoreTurn()

    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func take() async {
        await withCheckedContinuation { continuation in
            let isMine = state.withLock { state in
                defer { state.isTaken = true }
                if state.isTaken { state.waiting.append(continuation) }
                return !state.isTaken
            }
            if isMine { continuation.resume() }
        }
    }

    func pass() {
        let next = state.withLock { state in
            if state.waiting.isEmpty { state.isTaken = false }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }
}
