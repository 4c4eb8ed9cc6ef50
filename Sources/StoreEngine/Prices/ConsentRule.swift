// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import StoreConfiguration

/// When a higher price needs the subscriber's consent.
///
/// Source: Apple's rules for price increases of auto-renewable subscriptions. They state amounts in US dollars; in other
/// currencies the same number of units counts, because a configuration too has one number for all of them.
package struct ConsentRule: Sendable, Hashable {
    /// The largest rise that only needs telling, in per cent of the old price.
    package var percentage: Int64
    /// The largest rise of a period shorter than a year that only needs telling, in milliunits.
    package var perPeriod: Int64
    /// The largest rise of a year that only needs telling, in milliunits.
    package var perYear: Int64
    /// The time in which a second rise needs consent whatever its size.
    package var interval: StoreKitConfiguration.Period

    /// The App Store's rule: more than 50 per cent and more than 5 a period, or 50 a year; or twice within a year.
    package static let appStore = Self(
        percentage: 50, perPeriod: 5000, perYear: 50_000, interval: StoreKitConfiguration.Period(unit: .year, value: 1))

    /// Whether a rise needs consent by its size: both limits must be passed.
    package func isLarge(from old: Int64, to new: Int64, period: StoreKitConfiguration.Period) -> Bool {
        let rise = new - old
        let years: Int64 =
            switch period.unit {
            case .year: Int64(period.value)
            case .month: Int64(period.value / 12)
            case .week, .day: 0
            }
        let limit = years > 0 ? perYear * years : perPeriod
        return rise > limit && rise * 100 > old * percentage
    }
}
