// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// A test of how fast the developer's server chooses messages.
struct PerformanceTest: Sendable {
    let config: PerformanceTestConfig
    /// The URL that is asked; empty when none was configured, which fails every request.
    let target: String
    private(set) var times: [Duration] = []
    private(set) var failures: [SendAttemptResult: Int32] = [:]
    /// Whether no request is to come any more.
    var isOver = false

    init(config: PerformanceTestConfig, target: String) {
        self.config = config
        self.target = target
    }

    private var finished: Int { times.count + failures.values.reduce(0) { $0 + Int($1) } }

    /// Takes note of an answer, or of what came in its place.
    mutating func record(_ result: SendAttemptResult, took: Duration) {
        guard !isOver else { return }
        if result == .success {
            times.append(took)
        } else {
            failures[result, default: 0] += 1
        }
    }

    /// Per cent of the requests so far, rounded down: a test does not pass by a fraction.
    private var successRate: Int32 {
        finished == 0 ? 0 : Int32(times.count * 100 / finished)
    }

    /// How it stands.
    var status: PerformanceTestStatus {
        guard isOver else { return .pending }
        return successRate >= config.successRateThreshold && finished == Int(config.totalRequests) ? .pass : .fail
    }

    var response: PerformanceTestResultResponse {
        PerformanceTestResultResponse(
            config: config, target: target, result: status, successRate: successRate,
            numPending: Int32(Int(config.totalRequests) - finished), responseTimes: responseTimes, failures: failures)
    }

    private var responseTimes: PerformanceTestResponseTimes {
        let sorted = times.map(LogLine.milliseconds).sorted()
        func percentile(_ part: Int) -> Int64 {
            sorted.isEmpty ? 0 : sorted[(sorted.count * part + 99) / 100 - 1]
        }
        return PerformanceTestResponseTimes(
            average: sorted.isEmpty ? 0 : sorted.reduce(0, +) / Int64(sorted.count), p50: percentile(50),
            p90: percentile(90), p95: percentile(95), p99: percentile(99))
    }
}
