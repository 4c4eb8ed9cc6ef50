// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import StoreConfiguration

/// A day of the proleptic Gregorian calendar in UTC, and the time of that day.
///
/// The store's calendar, whatever the device's calendar is. Done in integers because a year of a million subscribers
/// asks for millions of dates.
package struct GregorianDate: Hashable, Sendable {
    package var year: Int
    /// 1 to 12.
    package var month: Int
    /// 1 to the length of the month.
    package var day: Int
    /// Milliseconds since midnight.
    package var millisecondOfDay: Int64

    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Reads the date off a moment.
    package init(_ instant: StoreInstant) {
        let quotient = instant.milliseconds.quotientAndRemainder(dividingBy: Self.millisecondsPerDay)
        let isNegative = quotient.remainder < 0
        let days = quotient.quotient - (isNegative ? 1 : 0)
        millisecondOfDay = quotient.remainder + (isNegative ? Self.millisecondsPerDay : 0)
        // Counting from 1 March of year 0 puts the leap day last, so that months have fixed offsets.
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The moment of the date.
    package var instant: StoreInstant {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = Int64(era * 146_097 + dayOfEra - 719_468)
        return StoreInstant(milliseconds: days * Self.millisecondsPerDay + millisecondOfDay)
    }

    /// The date so many months later, on the last day of the month when the day does not exist there.
    package func adding(months: Int) -> Self {
        var result = self
        let count = year * 12 + month - 1 + months
        result.year = count >= 0 ? count / 12 : (count - 11) / 12
        result.month = count - result.year * 12 + 1
        result.day = min(day, Self.length(ofMonth: result.month, year: result.year))
        return result
    }

    /// The number of days in a month.
    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension StoreInstant {
    /// The end of so many periods that began here.
    ///
    /// Months and years are counted from this moment as a whole, not one from the other: what began on 31 January
    /// ends on 28 February, then on 31 March.
    package func adding(_ period: StoreKitConfiguration.Period, count: Int = 1) -> StoreInstant {
        let value = period.value * count
        switch period.unit {
        case .day: return self + Int64(value) * 86_400_000
        case .week: return self + Int64(value) * 7 * 86_400_000
        case .month: return GregorianDate(self).adding(months: value).instant
        case .year: return GregorianDate(self).adding(months: value * 12).instant
        }
    }
}
