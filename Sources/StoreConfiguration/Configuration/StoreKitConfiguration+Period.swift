// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreKitConfiguration {
    /// A length of time in one calendar unit.
    public struct Period: Sendable, Hashable, CustomStringConvertible {
        /// The calendar units the format uses.
        public enum Unit: String, Sendable, Hashable, CaseIterable {
            /// Days.
            case day
            /// Weeks.
            case week
            /// Calendar months.
            case month
            /// Calendar years.
            case year
        }

        /// The calendar unit.
        public var unit: Unit
        /// How many of the unit.
        public var value: Int

        /// Creates a period.
        public init(unit: Unit, value: Int) {
            self.unit = unit
            self.value = value
        }

        /// Reads ISO 8601 durations of one unit, `P3D` or `P1Y`.
        ///
        /// Returns `nil` for several units, for times, for zero and for values above 999.
        public init?(iso8601 text: String) {
            guard text.first == "P", let letter = text.last,
                let unit = Unit.allCases.first(where: { $0.letter == letter })
            else { return nil }
            let digits = text.dropFirst().dropLast()
            guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(digits), (1...999).contains(value)
            else { return nil }
            self.init(unit: unit, value: value)
        }

        /// The period as the file format writes it: `P1M`.
        public var iso8601: String { "P\(value)\(unit.letter)" }

        /// The period in English: `1 month`, `2 weeks`.
        public var description: String { "\(value) \(unit.rawValue)\(value == 1 ? "" : "s")" }
    }
}

extension StoreKitConfiguration.Period.Unit {
    fileprivate var letter: Character {
        switch self {
        case .day: "D"
        case .week: "W"
        case .month: "M"
        case .year: "Y"
        }
    }
}
