// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService
import Synchronization

/// Numbers about what the store did, as Prometheus reads them.
final class Metrics: Sendable {
    private struct Series: Hashable {
        let part: String
        let status: Int
    }

    private struct State {
        var requests: [Series: Int] = [:]
        /// How many requests took at most as long as each bound, by part.
        var buckets: [String: [Int]] = [:]
        var seconds: [String: Double] = [:]
    }

    /// Seconds.
    private static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5]
    private static let parts = ["inApps", "advancedCommerce", "client", "control"]

    private let state = Mutex(State())

    /// Takes note of an answer.
    func note(_ request: HTTPRequest, status: Int, took duration: Duration) {
        // By the part of the store, not by the path: strangers must not be able to make up series.
        let first = request.target.segments.first ?? ""
        let part = Self.parts.contains(first) ? first : "other"
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        state.withLock { state in
            state.requests[Series(part: part, status: status), default: 0] += 1
            state.seconds[part, default: 0] += seconds
            var buckets = state.buckets[part] ?? Array(repeating: 0, count: Self.bounds.count + 1)
            buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            state.buckets[part] = buckets
        }
    }

    /// The page, in the text format 0.0.4.
    ///
    /// - Parameter counts: How many of each thing there are in the store.
    func page(counts: [String: Int]) -> String {
        let state = state.withLock { $0 }
        var lines = [
            "# HELP openstorekit_requests_total Requests answered.", "# TYPE openstorekit_requests_total counter",
        ]
        for (series, count) in state.requests.sorted(by: { ($0.key.part, $0.key.status) < ($1.key.part, $1.key.status) }
        ) {
            lines.append(
                "openstorekit_requests_total{part=\"\(series.part)\",status=\"\(series.status)\"} \(count)")
        }
        lines += [
            "# HELP openstorekit_request_seconds How long answers took.",
            "# TYPE openstorekit_request_seconds histogram",
        ]
        for (part, buckets) in state.buckets.sorted(by: { $0.key < $1.key }) {
            var sum = 0
            for (index, count) in buckets.enumerated() {
                sum += count
                let bound = index < Self.bounds.count ? String(Self.bounds[index]) : "+Inf"
                lines.append("openstorekit_request_seconds_bucket{part=\"\(part)\",le=\"\(bound)\"} \(sum)")
            }
            lines.append("openstorekit_request_seconds_sum{part=\"\(part)\"} \(state.seconds[part] ?? 0)")
            lines.append("openstorekit_request_seconds_count{part=\"\(part)\"} \(sum)")
        }
        lines += ["# HELP openstorekit_records What there is in the store.", "# TYPE openstorekit_records gauge"]
        lines += counts.sorted { $0.key < $1.key }.map { "openstorekit_records{kind=\"\($0.key)\"} \($0.value)" }
        return lines.joined(separator: "\n") + "\n"
    }
}
