// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Product.SubscriptionPeriod {
    /// What a period is counted in.
    public enum Unit: Hashable, Sendable, Comparable, CustomDebugStringConvertible {
        /// 24 hours.
        case day
        /// Seven days.
        case week
        /// A month of the Gregorian calendar.
        case month
        /// A year of the Gregorian calendar.
        case year

        /// Orders units by their length.
        public static func < (one: Self, other: Self) -> Bool {
            one.rank < other.rank
        }

        private var rank: Int {
            switch self {
            case .day: 0
            case .week: 1
            case .month: 2
            case .year: 3
            }
        }

        /// The unit in words, for logs.
        public var debugDescription: String {
            switch self {
            case .day: "day"
            case .week: "week"
            case .month: "month"
            case .year: "year"
            }
        }

        /// The unit in words, for people.
        public var localizedDescription: String {
            debugDescription.capitalized
        }

        /// Writes the unit in a style.
        public func formatted<S>(_ format: S) -> S.FormatOutput
        where S: Foundation.FormatStyle, S.FormatInput == Product.SubscriptionPeriod.Unit {
            format.format(self)
        }
    }
}

extension Product.SubscriptionPeriod.Unit {
    init?(iso8601 letter: Character) {
        switch letter {
        case "D": self = .day
        case "W": self = .week
        case "M": self = .month
        case "Y": self = .year
        default: return nil
        }
    }

    var iso8601: String {
        switch self {
        case .day: "D"
        case .week: "W"
        case .month: "M"
        case .year: "Y"
        }
    }

    var component: Calendar.Component {
        switch self {
        case .day: .day
        case .week: .weekOfYear
        case .month: .month
        case .year: .year
        }
    }
}
