// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// A month of the calendar in UTC.
package struct CalendarMonth: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Months since January of the year 0.
    private let number: Int

    /// Reads a month as in `2026-01`, from the year 1970 on.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 7, parts.count == 2, parts[0].utf8.count == 4, let year = Int(parts[0]),
            let month = Int(parts[1]), (1970...9999).contains(year), (1...12).contains(month)
        else { return nil }
        number = year * 12 + month - 1
    }

    /// The month that a moment is in.
    package init(_ instant: StoreInstant) {
        // Years counted from March end with the leap day, so that days fall into them by division; a cycle has 400 years.
        let days = Int((Double(instant.milliseconds) / Double(Self.day)).rounded(.down)) + Self.daysTo1970
        let cycle = (days >= 0 ? days : days - (Self.daysOfCycle - 1)) / Self.daysOfCycle
        let dayOfCycle = days - cycle * Self.daysOfCycle
        let year = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * year + year / 4 - year / 100)
        // March is the first month.
        number = (cycle * 400 + year) * 12 + (5 * dayOfYear + 2) / 153 + 2
    }

    private init(number: Int) {
        self.number = number
    }

    /// Its first millisecond.
    package var start: StoreInstant {
        let sinceMarch = number - 2
        let (year, month) = (sinceMarch / 12, sinceMarch % 12)
        let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 - Self.daysTo1970
        return StoreInstant(milliseconds: Int64(days) * Self.day)
    }

    /// The first millisecond that is not in it any more.
    package var end: StoreInstant { (self + 1).start }

    package var description: String {
        let digits = { (value: Int, count: Int) in
            String(repeating: "0", count: max(0, count - String(value).count)) + String(value)
        }
        return "\(digits(number / 12, 4))-\(digits(number % 12 + 1, 2))"
    }

    /// The month so many months later.
    package static func + (month: Self, count: Int) -> Self {
        Self(number: month.number + count)
    }

    /// The months from one to another.
    package static func - (later: Self, earlier: Self) -> Int {
        later.number - earlier.number
    }

    package static func < (earlier: Self, later: Self) -> Bool {
        earlier.number < later.number
    }

    private static let day: Int64 = 86_400_000
    private static let daysOfCycle = 146_097
    /// From the first of March of the year 0.
    private static let daysTo1970 = 719_468
}
