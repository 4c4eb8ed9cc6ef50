// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How long a customer used the app.
public enum PlayTime: Int32, Codable, Hashable, Sendable {
    /// Not said.
    case undeclared = 0
    /// Up to 5 minutes.
    case zeroToFiveMinutes = 1
    /// 5 to 60 minutes.
    case fiveToSixtyMinutes = 2
    /// 1 to 6 hours.
    case oneToSixHours = 3
    /// 6 to 24 hours.
    case sixHoursToTwentyFourHours = 4
    /// 1 to 4 days.
    case oneDayToFourDays = 5
    /// 4 to 16 days.
    case fourDaysToSixteenDays = 6
    /// More than 16 days.
    case overSixteenDays = 7
}
