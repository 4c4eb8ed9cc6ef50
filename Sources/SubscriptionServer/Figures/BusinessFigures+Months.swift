// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// Why there can be no report about some months.
package struct FiguresProblem: Error, Sendable, Hashable {
    /// What was found.
    package let message: String
    /// What the reader can do now.
    package let fix: String
}

extension BusinessFigures {
    /// The longest report.
    private static let mostMonths = 120

    /// The months of a report: those that are named, else the twelve that end with this one or the last that is named.
    package static func months(
        from: CalendarMonth?, to: CalendarMonth?, now: StoreInstant
    ) throws(FiguresProblem) -> ClosedRange<CalendarMonth> {
        let this = CalendarMonth(now)
        let last = to ?? max(this, from ?? this)
        let first = from ?? last + -11
        guard first <= this else {
            throw FiguresProblem(message: "\(first) has not begun", fix: "Begin with \(this) or before.")
        }
        guard first <= last else {
            throw FiguresProblem(message: "\(first) is after \(last)", fix: "Say the earlier month first.")
        }
        guard last - first < mostMonths else {
            throw FiguresProblem(
                message: "From \(first) to \(last) are \(last - first + 1) months",
                fix: "Ask about at most \(mostMonths) at once.")
        }
        return first...last
    }
}
