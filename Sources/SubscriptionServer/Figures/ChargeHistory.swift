// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// The charges of a line of purchases, in order, and what was subscribed to at any moment.
package struct ChargeHistory: Sendable, Hashable {
    /// What a subscriber is at a moment.
    enum Standing: Sendable, Hashable {
        /// None: before, between or after the periods.
        case none
        /// In a period for which nothing is paid.
        case free
        /// In a period that is paid for; what it brings in a month, `nil` where the facts do not say.
        case paying(monthly: Money?)

        var isPaying: Bool { if case .paying = self { true } else { false } }
    }

    /// Every charge, oldest first.
    package let charges: [Charge]
    private let periods: [Charge]
    /// The end of the grace period that follows the last period.
    private let graceEnd: StoreInstant?

    /// What a line says about money.
    package init(_ line: PurchaseLine) {
        charges = line.transactions.values.compactMap { Charge($0.payload) }.sorted { $0.isBefore($1) }
        periods = charges.filter { $0.periodEnd != nil }
        let info = line.renewalInfo?.payload
        graceEnd =
            info?.isInBillingRetryPeriod == true ? info?.gracePeriodExpiresDate.map { StoreInstant($0) } : nil
    }

    /// When something was first paid for a period.
    var firstPaid: StoreInstant? { periods.first { !$0.isFree }?.date }

    /// When it began with periods for which nothing was paid, and when these were over; `nil` when it began otherwise.
    var trial: (start: StoreInstant, end: StoreInstant)? {
        guard let first = periods.first, first.isFree else { return nil }
        let run = periods.prefix { $0.isFree }
        guard let last = run.last else { return nil }
        var end = self.end(of: last, isLast: run.count == periods.count)
        if run.count < periods.count { end = min(end, periods[run.count].date) }
        return (first.date, end)
    }

    /// What the subscriber is at a moment: the latest period begun decides, until it ends, is taken back or its grace period
    /// is over.
    func standing(at moment: StoreInstant) -> Standing {
        guard let index = periods.lastIndex(where: { $0.date <= moment }) else { return .none }
        let period = periods[index]
        guard moment < end(of: period, isLast: index == periods.count - 1) else { return .none }
        return period.isFree ? .free : .paying(monthly: period.monthly)
    }

    private func end(of period: Charge, isLast: Bool) -> StoreInstant {
        var end = period.periodEnd ?? period.date
        if isLast, let graceEnd { end = max(end, graceEnd) }
        return period.revocation.map { min(end, $0) } ?? end
    }
}
