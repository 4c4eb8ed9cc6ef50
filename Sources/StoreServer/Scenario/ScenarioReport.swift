// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How a script went.
package struct ScenarioReport: Sendable, Hashable {
    /// How a step went.
    package struct Line: Sendable, Hashable {
        /// What it was about.
        package let title: String
        /// What was wrong; `nil` when nothing was.
        package let problem: String?
    }

    /// The steps that were played: up to the first that failed.
    package let lines: [Line]
    /// How many steps there are.
    package let count: Int

    /// Whether every step went as it was to.
    package var passed: Bool { lines.count == count && lines.allSatisfy { $0.problem == nil } }

    /// The report for people, a line a step.
    package var text: String {
        var rows = lines.enumerated().map { index, line in
            guard let problem = line.problem else { return "  passed  \(index + 1)  \(line.title)" }
            return "  FAILED  \(index + 1)  \(line.title)\n          \(problem)"
        }
        if lines.count < count { rows.append("  \(count - lines.count) more were not played.") }
        rows.append(
            passed ? "The scenario passed: \(count) steps." : "The scenario FAILED at step \(lines.count) of \(count).")
        return rows.joined(separator: "\n")
    }
}
