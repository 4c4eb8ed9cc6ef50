// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreHost
import StoreKit
public import Testing

/// Lets what fails in a test say what happened in its store until then.
public struct TimelineTrait: TestTrait, SuiteTrait, TestScoping {
    /// True: each test of a suite gets it by itself.
    public var isRecursive: Bool { true }

    /// Runs a test whose failures show the timeline of the store they meet.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let handler: IssueHandlingTrait = .compactMapIssues { issue in
            guard let host = StoreConnection.service as? StoreHost else { return issue }
            var issue = issue
            issue.comments.append(
                "What happened in the store:\n\(SKTestSession.timeline(of: host.account(), in: host))")
            return issue
        }
        try await handler.provideScope(for: test, testCase: testCase, performing: function)
    }
}

extension Trait where Self == TimelineTrait {
    /// Lets failures print what happened to the session's customer; it stands after ``Testing/Trait/isolatedStore``.
    public static var timelineOnFailure: Self { Self() }
}
