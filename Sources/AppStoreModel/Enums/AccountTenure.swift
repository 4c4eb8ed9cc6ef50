// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How old a customer's account with the developer is.
public enum AccountTenure: Int32, Codable, Hashable, Sendable {
    /// Not said.
    case undeclared = 0
    /// Up to 3 days.
    case zeroToThreeDays = 1
    /// 3 to 10 days.
    case threeDaysToTenDays = 2
    /// 10 to 30 days.
    case tenDaysToThirtyDays = 3
    /// 30 to 90 days.
    case thirtyDaysToNinetyDays = 4
    /// 90 to 180 days.
    case ninetyDaysToOneHundredEightyDays = 5
    /// 180 to 365 days.
    case oneHundredEightyDaysToThreeHundredSixtyFiveDays = 6
    /// More than 365 days.
    case greaterThanThreeHundredSixtyFiveDays = 7
}
