// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SubscriptionServer
import Testing

@Suite struct ExchangeRatesTests {
    private static let rates = ExchangeRates(
        currency: "EUR", billionths: ["USD": 920_000_000, "IDR": 56_789, "KWD": 3_000_000_000])

    @Test(
        "Values are rounded to the nearest thousandth",
        arguments: [
            (Money(9990, "EUR"), 9990), (Money(9990, "USD"), 9191), (Money(100_000_000, "IDR"), 5679),
            (Money(1, "USD"), 1), (Money(0, "IDR"), 0), (Money(1_000_000_000_000, "KWD"), 3_000_000_000_000),
            (Money(9990, "CHF"), nil),
        ] as [(Money, Int64?)])
    func value(money: Money, expected: Int64?) {
        #expect(Self.rates.value(of: money) == expected)
    }

    @Test func whatHasNoRateIsInNoTotalAndIsNamed() throws {
        var shop = Shop()
        shop.sell("1", 10_000, "2026-01-10", to: "2026-02-10")
        shop.sell("2", 5000, "2026-01-10", to: "2026-02-10", in: "EUR")
        shop.sell("3", 7000, "2026-01-10", to: "2026-02-10", in: "CHF")
        let figures = shop.figures("2026-01", "2026-02", rates: Self.rates)
        #expect(figures.currency == "EUR" && figures.withoutRate == ["CHF"])
        let total = try #require(figures.months[0].total)
        #expect(total.mrr.closing == 9200 + 5000 && total.revenue.gross == 14_200)
        #expect(figures.months[0].currencies.map(\.mrr.closing) == [7000, 5000, 10_000])
        #expect(figures.revenue.currencies.map(\.converted?.gross) == [nil, 5000, 9200])
        let without = shop.figures("2026-01", "2026-01")
        #expect(without.currency == nil && without.withoutRate.isEmpty && without.months[0].total == nil)
    }

    @Test func totalsFitWhateverIsRounded() throws {
        var shop = Shop()
        for customer in 0..<50 {
            let currency = ["USD", "IDR", "EUR"][customer % 3]
            shop.sell("\(customer)", Int64(1001 + 37 * customer), "2026-01-10", to: "2026-02-10", in: currency)
            guard customer % 4 > 0 else { continue }
            shop.sell("\(customer)", Int64(1003 + 31 * customer), "2026-02-10", to: "2026-03-10", in: "USD")
        }
        let figures = shop.figures("2026-01", "2026-03", rates: Self.rates)
        for month in figures.months {
            let total = try #require(month.total)
            #expect(total.mrr.sum == total.mrr.closing)
            for money in month.currencies { #expect(money.mrr.sum == money.mrr.closing) }
        }
        let gross = figures.months.compactMap(\.total?.revenue.gross).reduce(0, +)
        for rows in [figures.revenue.products, figures.revenue.countries, figures.revenue.currencies] {
            #expect(rows.compactMap(\.converted?.gross).reduce(0, +) == gross)
        }
        #expect(figures.months[1].currencies.last?.mrr.expansion ?? 0 > 0)
    }
}

@Suite struct CalendarMonthTests {
    @Test(
        "Months begin where the calendar says",
        arguments: [
            ("1970-01", 0), ("1970-02", 2_678_400_000), ("2000-03", 951_868_800_000), ("2024-02", 1_706_745_600_000),
            ("2024-03", 1_709_251_200_000), ("2026-01", 1_767_225_600_000), ("2100-03", 4_107_542_400_000),
        ] as [(String, Int64)])
    func starts(text: String, milliseconds: Int64) throws {
        let month = try #require(CalendarMonth(text))
        #expect(month.start.milliseconds == milliseconds)
        #expect(month.description == text)
        #expect(CalendarMonth(month.start) == month && CalendarMonth(month.end + -1) == month)
        #expect(CalendarMonth(month.start + -1) < month && CalendarMonth(month.end) == month + 1)
    }

    @Test func everyDayOfTheCenturyIsInItsMonth() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        var differing = 0
        for day in 0..<Int64(50_000) {
            let moment = StoreInstant(milliseconds: day * 86_400_000)
            let parts = calendar.dateComponents([.year, .month], from: moment.date)
            if CalendarMonth(moment).description != String(format: "%04d-%02d", parts.year ?? 0, parts.month ?? 0) {
                differing += 1
            }
        }
        #expect(differing == 0)
    }

    @Test(
        "What is no month is refused",
        arguments: ["", "2026", "2026-1", "2026-13", "2026-00", "1969-12", "2026-01-01", "26-01", "+026-01"])
    func refused(text: String) {
        #expect(CalendarMonth(text) == nil)
    }
}
