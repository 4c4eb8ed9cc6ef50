// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How much a customer was refunded in the app, on all platforms.
public enum LifetimeDollarsRefunded: Int32, Codable, Hashable, Sendable {
    /// Not said.
    case undeclared = 0
    /// Nothing.
    case zeroDollars = 1
    /// 0.01 to 49.99 US dollars.
    case oneCentToFortyNineDollarsAndNinetyNineCents = 2
    /// 50 to 99.99 US dollars.
    case fiftyDollarsToNinetyNineDollarsAndNinetyNineCents = 3
    /// 100 to 499.99 US dollars.
    case oneHundredDollarsToFourHundredNinetyNineDollarsAndNinetyNineCents = 4
    /// 500 to 999.99 US dollars.
    case fiveHundredDollarsToNineHundredNinetyNineDollarsAndNinetyNineCents = 5
    /// 1000 to 1999.99 US dollars.
    case oneThousandDollarsToOneThousandNineHundredNinetyNineDollarsAndNinetyNineCents = 6
    /// 2000 US dollars or more.
    case twoThousandDollarsOrGreater = 7
}
