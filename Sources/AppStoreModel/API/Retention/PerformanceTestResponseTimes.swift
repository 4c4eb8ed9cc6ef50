// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How fast the developer's server answered.
public struct PerformanceTestResponseTimes: Codable, Hashable, Sendable {
    /// The mean, in milliseconds.
    public var average: Int64

    /// Half of the answers were as fast, in milliseconds.
    public var p50: Int64

    /// Nine of ten answers were as fast, in milliseconds.
    public var p90: Int64

    /// 95 of 100 answers were as fast, in milliseconds.
    public var p95: Int64

    /// 99 of 100 answers were as fast, in milliseconds.
    public var p99: Int64

    /// Creates one from its parts.
    public init(average: Int64, p50: Int64, p90: Int64, p95: Int64, p99: Int64) {
        self.average = average
        self.p50 = p50
        self.p90 = p90
        self.p95 = p95
        self.p99 = p99
    }
}
