// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How the store tests the developer's server.
public struct PerformanceTestConfig: Codable, Hashable, Sendable {
    /// The most requests under way at once.
    public var maxConcurrentRequests: Int64

    /// How many requests the test makes.
    public var totalRequests: Int64

    /// How long the test takes, in milliseconds.
    public var totalDuration: Int64

    /// The longest answer that still passes, in milliseconds.
    public var responseTimeThreshold: Int64

    /// The share of successes needed to pass, in percent.
    public var successRateThreshold: Int32

    /// Creates one from its parts.
    public init(
        maxConcurrentRequests: Int64, totalRequests: Int64, totalDuration: Int64, responseTimeThreshold: Int64,
        successRateThreshold: Int32
    ) {
        self.maxConcurrentRequests = maxConcurrentRequests
        self.totalRequests = totalRequests
        self.totalDuration = totalDuration
        self.responseTimeThreshold = responseTimeThreshold
        self.successRateThreshold = successRateThreshold
    }
}
