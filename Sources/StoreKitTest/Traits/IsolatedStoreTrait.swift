// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
public import Testing

/// Gives each test a StoreKit of its own, so that suites with sessions run side by side.
///
/// A session made in the test, or in its suite's initialiser, is seen by the test and its child tasks. Detached tasks see
/// the store of the process instead; tests of code that listens from one need ``Testing/Trait/processStore``.
public struct IsolatedStoreTrait: TestTrait, SuiteTrait, TestScoping {
    /// True: each test of a suite gets it by itself, not the suite as a whole.
    public var isRecursive: Bool { true }

    /// Runs a test with a StoreKit of its own.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await StoreConnection.isolated { try await function() }
    }
}

extension Trait where Self == IsolatedStoreTrait {
    /// Gives each test a StoreKit of its own.
    ///
    /// Only on Linux: Apple's test sessions all control one store.
    public static var isolatedStore: Self { Self() }
}
