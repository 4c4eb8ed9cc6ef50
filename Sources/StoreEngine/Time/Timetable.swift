// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import StoreConfiguration

/// When periods, grace and billing retry end at a given time rate.
///
/// The lengths at the rates are those of the StoreKitTest documentation. It states grace and retry for some rates only;
/// the others follow their pattern: at the scaled rates grace lasts half a month, for weekly subscriptions six sevenths
/// of a week in whole seconds, and retry two months; at the fixed rates one period and two.
package struct Timetable: Sendable, Hashable {
    package var rate: TimeRate

    /// Creates the timetable of a rate.
    package init(rate: TimeRate = .realTime) {
        self.rate = rate
    }

    /// The end of so many periods that began at a moment.
    package func end(of period: StoreKitConfiguration.Period, count: Int = 1, from start: StoreInstant) -> StoreInstant
    {
        switch rate.pace {
        case .calendar: start.adding(period, count: count)
        case .day(let day): start + day * Self.days(in: period) * Int64(count)
        case .month(let month, let week): start + Self.length(of: period, month: month, week: week) * Int64(count)
        case .fixed(let length): start + length * Int64(count)
        }
    }

    /// The end of the grace period of a renewal that was due at a moment.
    ///
    /// - Parameter days: The length the developer chose, for subscriptions longer than a week: 3, 16 or 28.
    package func graceEnd(of period: StoreKitConfiguration.Period, days: Int, from due: StoreInstant) -> StoreInstant {
        let isWeekly = Self.days(in: period) <= 7
        let length = isWeekly ? min(days, 6) : days
        switch rate.pace {
        case .calendar: return due + Int64(length) * Self.day
        case .day(let day): return due + Int64(length) * day
        case .month(let month, let week): return due + (isWeekly ? (week * 6 / 7 + 500) / 1000 * 1000 : month / 2)
        case .fixed(let length): return due + length
        }
    }

    /// The end of billing retry of a renewal that was due at a moment: 60 days, 90 in a commitment.
    package func retryEnd(from due: StoreInstant, isCommitted: Bool = false) -> StoreInstant {
        let months: Int64 = isCommitted ? 3 : 2
        return switch rate.pace {
        case .calendar: due + months * 30 * Self.day
        case .day(let day): due + months * 30 * day
        case .month(let month, _): due + months * month
        case .fixed(let length): due + months * length
        }
    }

    private static let day: Int64 = 86_400_000

    static func days(in period: StoreKitConfiguration.Period) -> Int64 {
        let value = Int64(period.value)
        return switch period.unit {
        case .day: value
        case .week: value * 7
        case .month: value * 30
        case .year: value * 365
        }
    }

    private static func length(of period: StoreKitConfiguration.Period, month: Int64, week: Int64) -> Int64 {
        let value = Int64(period.value)
        return switch period.unit {
        case .day: max(week * value / 7, 1000)
        case .week: week * value
        case .month: month * value
        case .year: month * 12 * value
        }
    }
}
