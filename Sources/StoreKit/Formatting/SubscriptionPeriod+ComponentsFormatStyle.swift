// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Product.SubscriptionPeriod {
    /// Writes the time between two dates in years, months, weeks and days, such as "3 months".
    ///
    /// It stands where Apple has `Date.ComponentsFormatStyle`, of which Foundation declares only the name here. Units that
    /// are zero are left out; weeks are used when nothing but whole weeks would be left.
    public struct ComponentsFormatStyle: Foundation.FormatStyle, Hashable, Sendable {
        /// What is written.
        public typealias FormatInput = Range<Date>
        /// What comes of it.
        public typealias FormatOutput = String

        /// How much room words may take.
        public enum Style: String, Codable, Hashable, Sendable {
            /// "3 months"
            case wide
            /// "3 mths"
            case abbreviated
            /// "3m"
            case narrow
        }

        /// How much room words may take.
        public var style: Style
        /// The language.
        public var locale: Locale
        /// The calendar that months and years are counted in.
        public var calendar: Calendar

        /// Creates a style.
        ///
        /// - Parameter calendar: `nil` counts as the store does, in the Gregorian calendar and UTC.
        public init(style: Style = .wide, locale: Locale = .autoupdatingCurrent, calendar: Calendar? = nil) {
            self.style = style
            self.locale = locale
            self.calendar = calendar ?? Product.SubscriptionPeriod.calendar
        }

        /// The style in another language.
        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        /// The time between two dates in words.
        public func format(_ value: Range<Date>) -> String {
            let parts = calendar.dateComponents([.year, .month, .day], from: value.lowerBound, to: value.upperBound)
            var counts: [(Int, Unit)] = [(parts.year ?? 0, .year), (parts.month ?? 0, .month)]
            let days = parts.day ?? 0
            let isWeeks = days > 0 && days.isMultiple(of: 7) && counts.allSatisfy { $0.0 == 0 }
            counts.append(isWeeks ? (days / 7, .week) : (days, .day))
            let shown = counts.filter { $0.0 != 0 }
            return (shown.isEmpty ? counts.suffix(1) : shown).map { words($0, $1) }.formatted(
                .list(type: .and, width: .narrow).locale(locale))
        }

        private func words(_ count: Int, _ unit: Unit) -> String {
            let width: UnitWords.Width =
                switch style {
                case .wide: .wide
                case .abbreviated: .abbreviated
                case .narrow: .narrow
                }
            return UnitWords.text(count, unit, width: width, locale: locale)
                ?? Product.SubscriptionPeriod(unit: unit, value: count).debugDescription
        }
    }
}
