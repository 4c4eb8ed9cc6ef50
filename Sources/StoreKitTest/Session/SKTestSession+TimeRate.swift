// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine

extension SKTestSession {
    /// How much faster than in the calendar subscriptions renew; the numbers are Apple's.
    ///
    /// A rate shortens the periods that stand in the transactions.
    public enum TimeRate: Int, Sendable {
        /// The calendar's lengths.
        case realTime = 0
        /// A day lasts an hour.
        @available(iOS, deprecated: 15.2)
        case oneHourIsOneDay = 1
        /// A day lasts half an hour.
        @available(iOS, deprecated: 15.2)
        case thirtyMinutesIsOneDay = 2
        /// A day lasts five minutes.
        @available(iOS, deprecated: 15.2)
        case fiveMinutesIsOneDay = 3
        /// A day lasts a minute.
        @available(iOS, deprecated: 15.2, renamed: "monthlyRenewalEveryThirtyMinutes")
        case oneMinuteIsOneDay = 4
        /// A day lasts half a minute.
        @available(iOS, deprecated: 15.2, renamed: "monthlyRenewalEveryFifteenMinutes")
        case thirtySecondsIsOneDay = 5
        /// A day lasts a second.
        @available(iOS, deprecated: 15.2, renamed: "monthlyRenewalEveryThirtySeconds")
        case oneSecondIsOneDay = 6
        /// A month lasts an hour.
        case monthlyRenewalEveryHour = 10
        /// A month lasts half an hour.
        case monthlyRenewalEveryThirtyMinutes = 11
        /// A month lasts a quarter of an hour.
        case monthlyRenewalEveryFifteenMinutes = 12
        /// A month lasts five minutes.
        case monthlyRenewalEveryFiveMinutes = 13
        /// A month lasts half a minute.
        case monthlyRenewalEveryThirtySeconds = 15
        /// Every period lasts a quarter of an hour.
        case oneRenewalEveryFifteenMinutes = 1000
        /// Every period lasts five minutes.
        case oneRenewalEveryFiveMinutes = 1001
        /// Every period lasts a minute.
        case oneRenewalEveryMinute = 1002
        /// Every period lasts half a minute.
        case oneRenewalEveryThirtySeconds = 1003
        /// Every period lasts ten seconds.
        case oneRenewalEveryTenSeconds = 1004
        /// Every period lasts two seconds.
        case oneRenewalEveryTwoSeconds = 1005
    }
}
