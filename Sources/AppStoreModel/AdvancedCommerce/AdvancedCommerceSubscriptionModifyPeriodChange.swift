// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A new length of the periods of a subscription.
public struct AdvancedCommerceSubscriptionModifyPeriodChange: Codable, Hashable, Sendable {
    /// ``effective`` as it stands on the wire, also when the value is unknown.
    public var rawEffective: String

    /// ``period`` as it stands on the wire, also when the value is unknown.
    public var rawPeriod: String

    /// Creates one from known values.
    public init(effective: AdvancedCommerceEffective, period: AdvancedCommercePeriod) {
        self.init(rawEffective: effective.rawValue, rawPeriod: period.rawValue)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(rawEffective: String, rawPeriod: String) {
        self.rawEffective = rawEffective
        self.rawPeriod = rawPeriod
    }

    private enum CodingKeys: String, CodingKey {
        case rawEffective = "effective"
        case rawPeriod = "period"
    }

    /// When the change takes effect.
    public var effective: AdvancedCommerceEffective? {
        get { AdvancedCommerceEffective(rawValue: rawEffective) }
        set { rawEffective = newValue?.rawValue ?? rawEffective }
    }

    /// The length of one period.
    public var period: AdvancedCommercePeriod? {
        get { AdvancedCommercePeriod(rawValue: rawPeriod) }
        set { rawPeriod = newValue?.rawValue ?? rawPeriod }
    }
}
