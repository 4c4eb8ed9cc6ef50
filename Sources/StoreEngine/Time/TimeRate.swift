// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How much faster than in the calendar subscriptions renew; raw values below 2000 are those of StoreKitTest's time rate.
///
/// A rate shortens the periods that stand in the transactions; it does not make the clock run faster.
package enum TimeRate: Int, Codable, Sendable, Hashable, CaseIterable {
    case realTime = 0
    case oneHourIsOneDay = 1
    case thirtyMinutesIsOneDay = 2
    case fiveMinutesIsOneDay = 3
    case oneMinuteIsOneDay = 4
    case thirtySecondsIsOneDay = 5
    case oneSecondIsOneDay = 6
    case monthlyRenewalEveryHour = 10
    case monthlyRenewalEveryThirtyMinutes = 11
    case monthlyRenewalEveryFifteenMinutes = 12
    case monthlyRenewalEveryFiveMinutes = 13
    case monthlyRenewalEveryThirtySeconds = 15
    case oneRenewalEveryFifteenMinutes = 1000
    case oneRenewalEveryFiveMinutes = 1001
    case oneRenewalEveryMinute = 1002
    case oneRenewalEveryThirtySeconds = 1003
    case oneRenewalEveryTenSeconds = 1004
    case oneRenewalEveryTwoSeconds = 1005
    /// As in Apple's sandbox when nothing else is chosen: a month lasts five minutes, and after 12 renewals it ends.
    case sandbox = 2000
    /// As in TestFlight: every period lasts a day, and after 6 renewals it ends.
    case testFlight = 2001

    /// The name as StoreKitTest spells the case.
    package var name: String {
        "\(self)"
    }

    /// Finds a rate by the name of its case, upper and lower case being equal.
    package init?(name: String) {
        guard let rate = Self.allCases.first(where: { $0.name.lowercased() == name.lowercased() }) else { return nil }
        self = rate
    }

    /// What the rate does to lengths of time.
    package var pace: Pace {
        switch self {
        case .realTime: .calendar
        case .oneHourIsOneDay: .day(milliseconds: 3_600_000)
        case .thirtyMinutesIsOneDay: .day(milliseconds: 1_800_000)
        case .fiveMinutesIsOneDay: .day(milliseconds: 300_000)
        case .oneMinuteIsOneDay: .day(milliseconds: 60_000)
        case .thirtySecondsIsOneDay: .day(milliseconds: 30_000)
        case .oneSecondIsOneDay: .day(milliseconds: 1000)
        case .monthlyRenewalEveryHour: .month(milliseconds: 3_600_000, week: 900_000)
        case .monthlyRenewalEveryThirtyMinutes: .month(milliseconds: 1_800_000, week: 600_000)
        case .monthlyRenewalEveryFifteenMinutes: .month(milliseconds: 900_000, week: 300_000)
        case .monthlyRenewalEveryFiveMinutes: .month(milliseconds: 300_000, week: 180_000)
        case .monthlyRenewalEveryThirtySeconds: .month(milliseconds: 30_000, week: 10_000)
        case .oneRenewalEveryFifteenMinutes: .fixed(milliseconds: 900_000)
        case .oneRenewalEveryFiveMinutes: .fixed(milliseconds: 300_000)
        case .oneRenewalEveryMinute: .fixed(milliseconds: 60_000)
        case .oneRenewalEveryThirtySeconds: .fixed(milliseconds: 30_000)
        case .oneRenewalEveryTenSeconds: .fixed(milliseconds: 10_000)
        case .oneRenewalEveryTwoSeconds: .fixed(milliseconds: 2000)
        case .sandbox: .month(milliseconds: 300_000, week: 180_000)
        case .testFlight: .fixed(milliseconds: 86_400_000)
        }
    }

    /// How often a subscription renews before the store switches its renewal off; `nil` for ever.
    ///
    /// Source: Apple's help pages on sandbox accounts and on testing in TestFlight.
    package var renewalLimit: Int? {
        switch self {
        case .sandbox: 12
        case .testFlight: 6
        default: nil
        }
    }

    /// A rule for lengths of time.
    package enum Pace: Sendable, Hashable {
        /// The calendar's lengths.
        case calendar
        /// A day lasts so long, a month 30 and a year 365 of them.
        case day(milliseconds: Int64)
        /// A month lasts so long, longer periods in proportion; a week has a length of its own.
        case month(milliseconds: Int64, week: Int64)
        /// Every period lasts as long.
        case fixed(milliseconds: Int64)
    }
}
