// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension DateComponents {
    /// Turns a period into components that a calendar can add to a date.
    ///
    /// Weeks are counted in days, seven each.
    public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
        self.init()
        switch period.unit {
        case .day: day = period.value
        case .week: day = period.value * 7
        case .month: month = period.value
        case .year: year = period.value
        }
    }
}
