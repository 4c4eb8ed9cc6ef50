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

    private let counts = Mutex<[Series: Double]>([:])

    /// Adds to a counter.
    ///
    /// - Parameter label: What tells series of one name apart, as in `status="200"`; from a small set, never from clients.
    func count(_ name: String, _ label: String? = nil, by amount: Double = 1) {
        counts.withLock { $0[Series(name: name, label: label), default: 0] += amount }
    }

    /// The counters and some gauges in the text format of Prometheus.
    func text(gauges: [(name: String, value: Double)]) -> String {
        let counted = counts.withLock { $0 }
        var lines: [String] = []
        for name in Set(counted.keys.map(\.name)).sorted() {
            lines.append("# TYPE openstorekit_\(name) counter")
            let series = counted.filter { $0.key.name == name }
            for (key, value) in series.sorted(by: { ($0.key.label ?? "") < ($1.key.label ?? "") }) {
                let labels = key.label.map { "{\($0)}" } ?? ""
                lines.append("openstorekit_\(name)\(labels) \(Self.number(value))")
            }
        }
        for gauge in gauges {
            lines.append("# TYPE openstorekit_\(gauge.name) gauge")
            lines.append("openstorekit_\(gauge.name) \(Self.number(gauge.value))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}
