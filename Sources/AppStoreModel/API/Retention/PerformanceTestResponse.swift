// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Confirms that a test was started.
public struct PerformanceTestResponse: Codable, Hashable, Sendable {
    /// How the test is run.
    public var config: PerformanceTestConfig

    /// Identifies the test when its result is asked for.
    public var requestId: String

    /// Creates one from its parts.
    public init(config: PerformanceTestConfig, requestId: String) {
        self.config = config
        self.requestId = requestId
    }
}
