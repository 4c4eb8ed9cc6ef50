// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How fast the developer's server answered in a performance test.
public struct PerformanceTestResultResponse: Codable, Hashable, Sendable {
    /// How the test is run.
    public var config: PerformanceTestConfig

    /// The URL that is tested.
    public var target: String

    /// ``result`` as it stands on the wire, also when the value is unknown.
    public var rawResult: String?

    /// The share of successes, in percent.
    public var successRate: Int32

    /// How many requests have no answer yet.
    public var numPending: Int32

    /// How fast the answers came.
    public var responseTimes: PerformanceTestResponseTimes

    /// ``failures`` as they stand on the wire, also those of an unknown kind.
    public var rawFailures: [String: Int32]?

    /// Creates one from known values.
    public init(
        config: PerformanceTestConfig, target: String, result: PerformanceTestStatus, successRate: Int32,
        numPending: Int32, responseTimes: PerformanceTestResponseTimes, failures: [SendAttemptResult: Int32]
    ) {
        self.init(
            config: config, target: target, rawResult: result.rawValue, successRate: successRate,
            numPending: numPending, responseTimes: responseTimes, rawFailures: Self.raw(failures))
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        config: PerformanceTestConfig, target: String, rawResult: String, successRate: Int32, numPending: Int32,
        responseTimes: PerformanceTestResponseTimes, rawFailures: [String: Int32]
    ) {
        self.config = config
        self.target = target
        self.rawResult = rawResult
        self.successRate = successRate
        self.numPending = numPending
        self.responseTimes = responseTimes
        self.rawFailures = rawFailures
    }

    private enum CodingKeys: String, CodingKey {
        case config, target
        case rawResult = "result"
        case successRate, numPending, responseTimes
        case rawFailures = "failures"
    }

    /// The outcome.
    public var result: PerformanceTestStatus? {
        get { rawResult.flatMap(PerformanceTestStatus.init(rawValue:)) }
        set { rawResult = newValue?.rawValue }
    }

    /// How many requests failed in which way; those of an unknown kind are left out.
    public var failures: [SendAttemptResult: Int32]? {
        get {
            rawFailures?.reduce(into: [:]) { failures, raw in
                SendAttemptResult(rawValue: raw.key).map { failures[$0] = raw.value }
            }
        }
        set { rawFailures = newValue.map(Self.raw) }
    }

    private static func raw(_ failures: [SendAttemptResult: Int32]) -> [String: Int32] {
        Dictionary(uniqueKeysWithValues: failures.map { ($0.key.rawValue, $0.value) })
    }
}
