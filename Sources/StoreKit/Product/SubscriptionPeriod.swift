// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Product {
    /// A length of time between renewals.
    public struct SubscriptionPeriod: Hashable, Sendable, CustomDebugStringConvertible {
        /// What is counted.
        public let unit: Unit
        /// How many of them.
        public let value: Int

        init(unit: Unit, value: Int) {
            self.unit = unit
            self.value = value
        }

        /// The period in words, for logs.
        public var debugDescription: String {
            "\(value) \(unit.debugDescription)\(value == 1 ? "" : "s")"
        }
    }
}

extension Product.SubscriptionPeriod {
    /// One week.
    public static var weekly: Self { Self(unit: .week, value: 1) }
    /// One month.
    public static var monthly: Self { Self(unit: .month, value: 1) }
    /// One year.
    public static var yearly: Self { Self(unit: .year, value: 1) }
    /// Three days.
    public static var everyThreeDays: Self { Self(unit: .day, value: 3) }
    /// Two weeks.
    public static var everyTwoWeeks: Self { Self(unit: .week, value: 2) }
    /// Two months.
    public static var everyTwoMonths: Self { Self(unit: .month, value: 2) }
    /// Three months.
    public static var everyThreeMonths: Self { Self(unit: .month, value: 3) }
    /// Six months.
    public static var everySixMonths: Self { Self(unit: .month, value: 6) }
}

extension Product.SubscriptionPeriod {
    /// Reads an ISO 8601 duration of one unit, such as `P1M`; `nil` for anything else.
    init?(iso8601 text: String) {
        guard text.first == "P", let last = text.last, let unit = Unit(iso8601: last),
            let value = Int(text.dropFirst().dropLast()), value > 0
        else { return nil }
        self.init(unit: unit, value: value)
    }

    /// The period as an ISO 8601 duration.
    var iso8601: String { "P\(value)\(unit.iso8601)" }

    /// The calendar that the store counts in.
    static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// The period that begins at a date.
    ///
    /// Months and years are those of the Gregorian calendar in UTC, as the store counts them, whatever the device's
    /// calendar.
    public func dateRange(referenceDate: Date = .now) -> Range<Date> {
        let end = Self.calendar.date(byAdding: unit.component, value: value, to: referenceDate)
        // Only dates millions of years away have no end.
        return referenceDate..<max(referenceDate, end ?? referenceDate)
    }

    /// Writes the period as a range of dates.
    public func formatted<S>(_ format: S, referenceDate: Date = .now) -> S.FormatOutput
    where S: FormatStyle, S.FormatInput == Range<Date> {
        format.format(dateRange(referenceDate: referenceDate))
    }

    /// Writes the period as a number of seconds, counted from a date because months differ.
    public func formatted<S>(_ format: S, referenceDate: Date = .now) -> S.FormatOutput
    where S: FormatStyle, S.FormatInput == Duration {
        let range = dateRange(referenceDate: referenceDate)
        return format.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
    }
}
