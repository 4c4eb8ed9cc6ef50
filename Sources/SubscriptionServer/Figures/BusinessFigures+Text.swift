// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension BusinessFigures {
    /// The figures as tables for people, with the recurring revenue drawn beside it.
    package var text: String {
        var parts = [Self.section("Subscriptions", subscriptionRows)]
        // The totals; without rates every currency by itself, and always those that no total has in it.
        let currencies = Set(months.flatMap { $0.currencies.map(\.currency) })
        let alone = currency == nil ? currencies.sorted() : withoutRate
        for money in (currency == nil ? [] : [months.map(\.total)])
            + alone.map({ name in months.map { $0.currencies.first { $0.currency == name } } })
        {
            guard let name = money.lazy.compactMap({ $0?.currency }).first else { continue }
            parts.append(Self.section("Monthly recurring revenue, \(name)", recurringRows(money)))
            parts.append(Self.section("Revenue, \(name)", revenueRows(money)))
        }
        for (title, rows) in [
            ("By product", revenue.products), ("By country", revenue.countries), ("By currency", revenue.currencies),
        ] where !rows.isEmpty {
            parts.append(Self.section(title, Self.rows(of: rows)))
        }
        if cohorts.contains(where: { $0.size > 0 }) {
            parts.append(Self.section("Still paying, by the month of the first payment", cohortRows))
        }
        return (parts + notes).joined(separator: "\n\n")
    }

    private var subscriptionRows: [[String]] {
        let head = [
            "month", "opening", "new", "back", "lost", "closing", "churn", "trials", "ended", "converted", "rate",
        ]
        return [head]
            + months.map { month in
                let (paid, trials) = (month.subscriptions, month.trials)
                let counts = [paid.opening, paid.new, paid.reactivated, paid.churned, paid.closing].map { String($0) }
                return [month.month] + counts + [Self.percent(month.churnRate)]
                    + [trials.running, trials.ended, trials.converted].map { String($0) }
                    + [Self.percent(month.trialConversion)]
            }
    }

    private func recurringRows(_ money: [MonthMoney?]) -> [[String]] {
        let head = [
            "month", "opening", "new", "expansion", "contraction", "churn", "back", "closing", "ARR", "lost", "",
        ]
        let most = money.map { $0?.mrr.closing ?? 0 }.max() ?? 0
        return [head]
            + zip(months, money).map { month, money in
                let mrr = money?.mrr ?? RecurringRevenue()
                let amounts = [
                    mrr.opening, mrr.new, mrr.expansion, mrr.contraction, mrr.churn, mrr.reactivation, mrr.closing,
                    money?.arr ?? 0,
                ]
                return [month.month] + amounts.map(Self.units)
                    + [Self.percent(money?.revenueChurnRate), Self.bar(mrr.closing, of: most)]
            }
    }

    private func revenueRows(_ money: [MonthMoney?]) -> [[String]] {
        [["month", "gross", "refunded", "net"]]
            + zip(months, money).map { month, money in
                let revenue = money?.revenue ?? Revenue()
                return [month.month] + [revenue.gross, revenue.refunded, revenue.net].map(Self.units)
            }
    }

    private static func rows(of rows: [RevenueRow]) -> [[String]] {
        [["", "currency", "sales", "refunds", "gross", "refunded", "net", "converted"]]
            + rows.map { row in
                let amounts = [row.revenue.gross, row.revenue.refunded, row.revenue.net].map(units)
                return [
                    row.name.isEmpty ? "not known" : row.name, row.currency, String(row.sales), String(row.refunds),
                ]
                    + amounts + [row.converted.map { units($0.net) } ?? "-"]
            }
    }

    private var cohortRows: [[String]] {
        [["month", "paid"] + months.indices.map { "+\($0)" }]
            + cohorts.map { cohort in
                [cohort.month, String(cohort.size)]
                    + cohort.retained.map { cohort.size == 0 ? "" : Self.percent(Double($0) / Double(cohort.size)) }
            }
    }

    private var notes: [String] {
        var notes: [String] = []
        if !withoutRate.isEmpty {
            notes.append("No rate is set for \(withoutRate.joined(separator: ", ")): what is in them is in no total.")
        }
        if let last = months.last, last.subscriptions.withoutPrice > 0 {
            notes.append(
                "\(last.subscriptions.withoutPrice) subscriptions have a price that the App Store did not say: "
                    + "they count, and bring nothing here.")
        }
        return notes
    }

    private static func section(_ title: String, _ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        let lines = rows.map { row in
            var line = row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                // Names stand at the left, numbers at the right, and so do bars, which begin where their column does.
                return column == 0 || text.hasPrefix("#") ? text + space : space + text
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
        return ([title] + lines).joined(separator: "\n")
    }

    private static func bar(_ value: Int64, of most: Int64) -> String {
        most > 0 && value > 0 ? String(repeating: "#", count: max(1, Int(Double(value) / Double(most) * 24))) : ""
    }

    /// An amount in units with two digits behind the point.
    private static func units(_ milliunits: Int64) -> String {
        let hundredths = (milliunits.magnitude + 5) / 10
        let digits = String(hundredths % 100)
        return (milliunits < 0 && hundredths > 0 ? "-" : "")
            + "\(hundredths / 100)." + (digits.count < 2 ? "0" : "") + digits
    }

    private static func percent(_ share: Double?) -> String {
        guard let share else { return "-" }
        let tenths = Int((share * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10)%"
    }
}
