// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
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
        /// Of requests, by reason.
        var refusals: [String: Int] = [:]
        /// Of notifications, by result.
        var attempts: [String: Int] = [:]
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
        let refusal = Self.refusals[status]
        state.withLock { state in
            if let refusal { state.refusals[refusal, default: 0] += 1 }
            state.requests[Series(part: part, status: status), default: 0] += 1
            state.seconds[part, default: 0] += seconds
            var buckets = state.buckets[part] ?? Array(repeating: 0, count: Self.bounds.count + 1)
            buckets[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            state.buckets[part] = buckets
        }
    }

    /// Takes note of a request that was refused before anybody could answer it.
    func noteRefusal(status: Int) {
        let reason = Self.earlyRefusals[status] ?? "other"
        state.withLock { $0.refusals[reason, default: 0] += 1 }
    }

    /// Takes note of an attempt to deliver a notification.
    func note(_ result: SendAttemptResult) {
        state.withLock { $0.attempts[result.rawValue, default: 0] += 1 }
    }

    private static let refusals = [401: "unauthenticated", 403: "foreign", 429: "tooMany"]
    private static let earlyRefusals = [400: "malformed", 408: "tooSlow", 413: "tooLarge", 503: "stopping"]

    /// The page, in the text format 0.0.4.
    ///
    /// - Parameters:
    ///   - counts: How many of each thing there are in the store.
    ///   - faults: How often each fault has hit an attempt to deliver a notification.
    func page(counts: [String: Int], faults: [Fault: Int] = [:]) -> String {
        page(of: [AppNumbers(counts: counts, faults: faults)])
    }

    /// Numbers about one app.
    struct AppNumbers {
        /// What the app is called, where a server has several.
        var app: String?
        /// How many of each thing there are in its store.
        var counts: [String: Int]
        /// How often each fault has hit an attempt to deliver one of its notifications.
        var faults: [Fault: Int]
    }

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The page of a server with these apps.
    func page(of apps: [AppNumbers]) -> String {
        let state = state.withLock { $0 }
        var lines = Self.head("requests_total", "counter", "Requests answered.")
        for (series, count) in state.requests.sorted(by: { ($0.key.part, $0.key.status) < ($1.key.part, $1.key.status) }
        ) {
            lines.append(
                "openstorekit_requests_total{part=\"\(series.part)\",status=\"\(series.status)\"} \(count)")
        }
        lines += Self.head("request_seconds", "histogram", "How long answers took.")
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
        lines += Self.head("refused_requests_total", "counter", "Requests refused before they were looked into.")
        lines += Self.samples("refused_requests_total", "reason", state.refusals)
        lines += Self.head("notification_attempts_total", "counter", "Attempts to deliver a notification.")
        lines += Self.samples("notification_attempts_total", "result", state.attempts)
        lines += Self.head("notification_faults_total", "counter", "Faults applied to notifications on purpose.")
        for numbers in apps {
            let applied = Dictionary(uniqueKeysWithValues: numbers.faults.map { ($0.key.rawValue, $0.value) })
            lines += Self.samples("notification_faults_total", "fault", applied, of: numbers.app)
        }
        lines += Self.head("records", "gauge", "What there is in the store.")
        for numbers in apps { lines += Self.samples("records", "kind", numbers.counts, of: numbers.app) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> [String] {
        ["# HELP openstorekit_\(name) \(help)", "# TYPE openstorekit_\(name) \(type)"]
    }

    private static func samples(
        _ name: String, _ label: String, _ values: [String: Int], of app: String? = nil
    ) -> [String] {
        let owner = app.map { "app=\"\(escaped($0))\"," } ?? ""
        return values.sorted { $0.key < $1.key }.map { value in
            "openstorekit_\(name){\(owner)\(label)=\"\(escaped(value.key))\"} \(value.value)"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
