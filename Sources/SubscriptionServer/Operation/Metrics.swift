// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Synchronization

/// Counts what happens, for Prometheus.
final class Metrics: Sendable {
    private struct Series: Hashable {
        var name: String
        var label: String?
    }

    /// What begins at nothing, so that whoever watches sees the first one too.
    private let counts = Mutex<[Series: Double]>([
        Series(name: "notifications_total", label: "outcome=\"recorded\""): 0,
        Series(name: "notifications_total", label: "outcome=\"known\""): 0,
    ])
    private let states = Mutex<[Series: Double]>([:])

    /// Adds to a counter.
    ///
    /// - Parameter label: What tells series of one name apart, as in `status="200"`; from a small set, never from clients.
    func count(_ name: String, _ label: String? = nil, by amount: Double = 1) {
        counts.withLock { $0[Series(name: name, label: label), default: 0] += amount }
    }

    /// Says how something of this process is now.
    func set(_ name: String, _ label: String? = nil, to value: Double) {
        states.withLock { $0[Series(name: name, label: label)] = value }
    }

    /// The label of what is about an app in an environment.
    static func label(app: String, environment: String) -> String {
        let name = app.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "app=\"\(name)\",environment=\"\(environment)\""
    }

    /// What was counted, how things are, and some gauges of the ledger, in the text format of Prometheus.
    func text(gauges: [(name: String, value: Double)]) -> String {
        let kept = gauges.map { (Series(name: $0.name), $0.value) }
        let states = states.withLock { $0 }.merging(kept) { $1 }
        let lines = Self.lines(counts.withLock { $0 }, "counter") + Self.lines(states, "gauge")
        return lines.map { $0 + "\n" }.joined()
    }

    private static func lines(_ values: [Series: Double], _ kind: String) -> [String] {
        var lines: [String] = []
        for name in Set(values.keys.map(\.name)).sorted() {
            if let help = help[name] { lines.append("# HELP openstorekit_\(name) \(help)") }
            lines.append("# TYPE openstorekit_\(name) \(kind)")
            let series = values.filter { $0.key.name == name }
            for (key, value) in series.sorted(by: { ($0.key.label ?? "") < ($1.key.label ?? "") }) {
                let labels = key.label.map { "{\($0)}" } ?? ""
                lines.append("openstorekit_\(name)\(labels) \(number(value))")
            }
        }
        return lines
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}
