// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// Makes figures of charges: a sum over lines of purchases, so that it does not matter in which order they come.
package struct FiguresBuilder: Sendable {
    private typealias Standing = ChargeHistory.Standing

    /// What is summed up for a month.
    struct Month: Sendable {
        let month: CalendarMonth
        /// The last millisecond before it.
        let opening: StoreInstant
        /// The millisecond that its end is taken at.
        let closing: StoreInstant
        var subscriptions = BusinessFigures.SubscriptionCounts()
        var trials = BusinessFigures.TrialCounts()
        var recurring: [String: BusinessFigures.RecurringRevenue] = [:]
        var converted = BusinessFigures.RecurringRevenue()
        var sales: [SaleKey: Sales] = [:]
    }

    /// What revenue is divided by.
    struct SaleKey: Sendable, Hashable {
        let product: String
        let country: String
        let currency: String
    }

    /// Revenue, and how many payments it comes from.
    struct Sales: Sendable, Hashable {
        var sales = 0
        var refunds = 0
        var revenue = BusinessFigures.Revenue()
        var converted = BusinessFigures.Revenue()
    }

    struct CohortCounts: Sendable {
        var size = 0
        var retained: [Int]
    }

    let rates: ExchangeRates?
    private(set) var months: [Month] = []
    private(set) var cohorts: [CohortCounts] = []

    /// Begins with nothing sold.
    ///
    /// - Parameters:
    ///   - months: The months of the report; those that have not begun are left out.
    ///   - now: The end of the month that is not over.
    package init(months: ClosedRange<CalendarMonth>, rates: ExchangeRates?, now: StoreInstant) {
        self.rates = rates
        for offset in 0...(months.upperBound - months.lowerBound) {
            let month = months.lowerBound + offset
            guard month.start <= now else { break }
            self.months.append(Month(month: month, opening: month.start + -1, closing: min(month.end + -1, now)))
        }
        let count = self.months.count
        cohorts = (0..<count).map { CohortCounts(retained: Array(repeating: 0, count: count - $0)) }
    }

    /// Takes in what was charged in one line of purchases.
    package mutating func add(_ history: ChargeHistory) {
        for charge in history.charges { add(charge) }
        guard let first = months.first else { return }
        let firstPaid = history.firstPaid
        let trial = history.trial
        let cohort = firstPaid.map { CalendarMonth($0) - first.month }.flatMap {
            cohorts.indices.contains($0) ? $0 : nil
        }
        if let cohort, let firstPaid, firstPaid <= months[cohort].closing { cohorts[cohort].size += 1 }
        var opening = history.standing(at: first.opening)
        for index in months.indices {
            let closing = history.standing(at: months[index].closing)
            let isNew = firstPaid.map { $0 > months[index].opening } ?? false
            months[index].move(from: opening, to: closing, isNew: isNew, rates: rates)
            if let trial { months[index].add(trial: trial, firstPaid: firstPaid) }
            if let cohort, index >= cohort, closing.isPaying { cohorts[cohort].retained[index - cohort] += 1 }
            opening = closing
        }
    }

    private mutating func add(_ charge: Charge) {
        guard let amount = charge.amount, amount.milliunits > 0 else { return }
        let key = SaleKey(product: charge.product, country: charge.country, currency: amount.currency)
        let converted = rates?.value(of: amount) ?? 0
        change(key, at: charge.date) { sales in
            sales.sales += 1
            sales.revenue.gross += amount.milliunits
            sales.converted.gross += converted
        }
        for refund in charge.refunds {
            let converted = rates?.value(of: Money(refund.milliunits, amount.currency)) ?? 0
            change(key, at: refund.date) { sales in
                sales.refunds += 1
                sales.revenue.refunded += refund.milliunits
                sales.converted.refunded += converted
            }
        }
    }

    private mutating func change(_ key: SaleKey, at date: StoreInstant, _ body: (inout Sales) -> Void) {
        guard let first = months.first, let last = months.last, first.opening < date, date <= last.closing else {
            return
        }
        body(&months[CalendarMonth(date) - first.month].sales[key, default: Sales()])
    }
}

extension FiguresBuilder.Month {
    /// Counts how a subscription moved from the beginning to the end.
    fileprivate mutating func move(
        from opening: ChargeHistory.Standing, to closing: ChargeHistory.Standing, isNew: Bool, rates: ExchangeRates?
    ) {
        if closing == .free { trials.running += 1 }
        var (before, after): (Money?, Money?)
        var movement: WritableKeyPath<BusinessFigures.RecurringRevenue, Int64>?
        if case .paying(let monthly) = opening {
            subscriptions.opening += 1
            before = monthly
        }
        if case .paying(let monthly) = closing {
            subscriptions.closing += 1
            if monthly == nil { subscriptions.withoutPrice += 1 }
            after = monthly
        }
        switch (opening.isPaying, closing.isPaying) {
        case (false, false): return
        case (true, true): break
        case (true, false):
            subscriptions.churned += 1
            movement = \.churn
        case (false, true):
            if isNew { subscriptions.new += 1 } else { subscriptions.reactivated += 1 }
            movement = isNew ? \.new : \.reactivation
        }
        for currency in Set([before, after].compactMap { $0?.currency }) {
            let value = { (money: Money?) in money?.currency == currency ? money?.milliunits ?? 0 : 0 }
            recurring[currency, default: .init()].move(from: value(before), to: value(after), as: movement)
        }
        let value = { (money: Money?) in money.flatMap { rates?.value(of: $0) } ?? 0 }
        converted.move(from: value(before), to: value(after), as: movement)
    }

    fileprivate mutating func add(trial: (start: StoreInstant, end: StoreInstant), firstPaid: StoreInstant?) {
        if opening < trial.start, trial.start <= closing { trials.begun += 1 }
        guard opening < trial.end, trial.end <= closing else { return }
        trials.ended += 1
        if firstPaid != nil { trials.converted += 1 }
    }
}

extension BusinessFigures.RecurringRevenue {
    /// Adds what one subscription brought before and after; without a movement the difference says which it is.
    fileprivate mutating func move(from before: Int64, to after: Int64, as movement: WritableKeyPath<Self, Int64>?) {
        opening += before
        closing += after
        self[keyPath: movement ?? (after > before ? \.expansion : \.contraction)] += after - before
    }
}
