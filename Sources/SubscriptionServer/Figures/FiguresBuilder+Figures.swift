// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

extension FiguresBuilder {
    /// The figures of everything that was taken in.
    package var figures: BusinessFigures {
        let sales = months.reduce(into: [SaleKey: Sales]()) { all, month in
            all.merge(month.sales) { $0 + $1 }
        }
        let currencies = months.reduce(into: Set(sales.keys.map(\.currency))) { $0.formUnion($1.recurring.keys) }
        return BusinessFigures(
            currency: rates?.currency,
            withoutRate: rates.map { rates in
                currencies.filter { rates.value(of: Money(0, $0)) == nil }.sorted()
            } ?? [],
            months: months.map { figures(of: $0) },
            revenue: BusinessFigures.RevenueTables(
                products: rows(of: sales, by: \.product), countries: rows(of: sales, by: \.country),
                currencies: rows(of: sales, by: \.currency)),
            cohorts: zip(months, cohorts).map {
                BusinessFigures.Cohort(month: $0.month.description, size: $1.size, retained: $1.retained)
            })
    }

    private func figures(of month: Month) -> BusinessFigures.MonthFigures {
        let sales = month.sales.values.reduce(Sales(), +)
        let byCurrency = Dictionary(grouping: month.sales, by: \.key.currency)
            .mapValues { $0.map(\.value).reduce(Sales(), +) }
        let currencies = Set(byCurrency.keys).union(month.recurring.keys).sorted()
        return BusinessFigures.MonthFigures(
            month: month.month.description, until: month.closing, subscriptions: month.subscriptions,
            trials: month.trials, sales: sales.sales, refunds: sales.refunds,
            churnRate: Self.share(month.subscriptions.churned, of: month.subscriptions.opening),
            trialConversion: Self.share(month.trials.converted, of: month.trials.ended),
            refundRate: Self.share(sales.refunds, of: sales.sales),
            total: rates.map { money($0.currency, month.converted, sales.converted) },
            currencies: currencies.map {
                money($0, month.recurring[$0] ?? .init(), byCurrency[$0]?.revenue ?? .init())
            })
    }

    private func money(
        _ currency: String, _ mrr: BusinessFigures.RecurringRevenue, _ revenue: BusinessFigures.Revenue
    ) -> BusinessFigures.MonthMoney {
        BusinessFigures.MonthMoney(
            currency: currency, mrr: mrr, arr: 12 * mrr.closing,
            revenueChurnRate: Self.share(-mrr.churn - mrr.contraction, of: mrr.opening), revenue: revenue)
    }

    private func rows(
        of sales: [SaleKey: Sales], by part: KeyPath<SaleKey, String>
    ) -> [BusinessFigures.RevenueRow] {
        struct Row: Hashable { let name, currency: String }
        var rows: [Row: Sales] = [:]
        for (key, sold) in sales {
            rows[Row(name: key[keyPath: part], currency: key.currency), default: Sales()] += sold
        }
        return rows.sorted { ($0.key.name, $0.key.currency) < ($1.key.name, $1.key.currency) }.map { row, sold in
            BusinessFigures.RevenueRow(
                name: row.name, currency: row.currency, sales: sold.sales, refunds: sold.refunds,
                revenue: sold.revenue,
                converted: rates?.value(of: Money(0, row.currency)) == nil ? nil : sold.converted)
        }
    }

    /// A share in ten thousandths; `nil` when there is nothing to take a share of.
    private static func share(_ part: some BinaryInteger, of whole: some BinaryInteger) -> Double? {
        whole > 0 ? (Double(part) / Double(whole) * 10_000).rounded() / 10_000 : nil
    }
}

extension FiguresBuilder.Sales {
    static func + (one: Self, other: Self) -> Self {
        var sum = one
        sum += other
        return sum
    }

    static func += (sum: inout Self, other: Self) {
        sum.sales += other.sales
        sum.refunds += other.refunds
        sum.revenue.gross += other.revenue.gross
        sum.revenue.refunded += other.revenue.refunded
        sum.converted.gross += other.converted.gross
        sum.converted.refunded += other.converted.refunded
    }
}
