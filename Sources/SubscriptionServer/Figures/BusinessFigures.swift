// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// How a business does, month by month.
///
/// Every figure is defined in `Documentation/BusinessFigures.md`.
package struct BusinessFigures: Encodable, Sendable, Hashable {
    /// The currency that totals are in; `nil` when the operator set no rates.
    package var currency: String?
    /// Currencies for which no rate is set: what is in them is in no total.
    package var withoutRate: [String]
    /// The months, oldest first.
    package var months: [MonthFigures]
    /// What all these months brought, by what, where and in which currency it was sold.
    package var revenue: RevenueTables
    /// Those who first paid in these months, and how many of them still did.
    package var cohorts: [Cohort]

    /// One month.
    package struct MonthFigures: Encodable, Sendable, Hashable {
        /// The month as in `2026-01`.
        package var month: String
        /// The moment that its end is taken at: the last of the month, or now.
        package var until: StoreInstant
        /// Subscriptions that are paid for.
        package var subscriptions: SubscriptionCounts
        /// Subscriptions that begin with periods for which nothing is paid.
        package var trials: TrialCounts
        /// Charges above zero.
        package var sales: Int
        /// Payments back.
        package var refunds: Int
        /// Shares, `nil` where nothing is divided.
        package var churnRate: Double?
        package var trialConversion: Double?
        package var refundRate: Double?
        /// The money of all currencies that have a rate, in that of reports.
        package var total: MonthMoney?
        /// The money of each currency.
        package var currencies: [MonthMoney]
    }

    /// Subscriptions that are paid for, from one end of a month to the other.
    package struct SubscriptionCounts: Encodable, Sendable, Hashable {
        package var opening = 0
        package var new = 0
        package var reactivated = 0
        package var churned = 0
        package var closing = 0
        /// How many of those at the end have a price that the facts do not say.
        package var withoutPrice = 0
    }

    /// Trials.
    package struct TrialCounts: Encodable, Sendable, Hashable {
        package var begun = 0
        package var ended = 0
        /// How many of those that ended went on with a period that was paid for.
        package var converted = 0
        /// Periods for which nothing is paid, at the end.
        package var running = 0
    }

    /// A month's money in one currency.
    package struct MonthMoney: Encodable, Sendable, Hashable {
        package var currency: String
        package var mrr: RecurringRevenue
        /// Twelve times the recurring revenue at the end.
        package var arr: Int64
        package var revenueChurnRate: Double?
        package var revenue: Revenue
    }

    /// Monthly recurring revenue from one end of a month to the other, in thousandths; what was lost is below zero, so that
    /// everything but the closing makes up the closing.
    package struct RecurringRevenue: Encodable, Sendable, Hashable {
        package var opening: Int64 = 0
        package var new: Int64 = 0
        package var expansion: Int64 = 0
        package var contraction: Int64 = 0
        package var churn: Int64 = 0
        package var reactivation: Int64 = 0
        package var closing: Int64 = 0
    }

    /// What was paid, in thousandths.
    package struct Revenue: Encodable, Sendable, Hashable {
        package var gross: Int64 = 0
        package var refunded: Int64 = 0
        package var net: Int64 { gross - refunded }

        private enum CodingKeys: CodingKey { case gross, refunded, net }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(gross, forKey: .gross)
            try container.encode(refunded, forKey: .refunded)
            try container.encode(net, forKey: .net)
        }
    }

    /// Revenue in three divisions, each of which makes up the whole.
    package struct RevenueTables: Encodable, Sendable, Hashable {
        package var products: [RevenueRow]
        package var countries: [RevenueRow]
        package var currencies: [RevenueRow]
    }

    /// The revenue of something in one currency.
    package struct RevenueRow: Encodable, Sendable, Hashable {
        package var name: String
        package var currency: String
        package var sales: Int
        package var refunds: Int
        package var revenue: Revenue
        /// The same in the currency of reports; `nil` when there is no rate.
        package var converted: Revenue?
    }

    /// Those who first paid in one month.
    package struct Cohort: Encodable, Sendable, Hashable {
        package var month: String
        package var size: Int
        /// How many of them were paying at the end of that month, of the next, and so on.
        package var retained: [Int]
    }
}
