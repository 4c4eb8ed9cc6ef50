// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Testing

@testable import StoreKit

@Suite struct FormattingTests {
    @Test(arguments: [0, 1, 10, 990, -990, 1000, 9990, 10_000, 49_990_000, 123_456_789, .max, .min, -1])
    func thousandthsAreWhatDivisionMakesOfThem(milliunits: Int64) {
        let price = Decimal(milliunits: milliunits)
        #expect(price == Decimal(milliunits) / 1000)
        #expect(price.description == (Decimal(milliunits) / 1000).description)
    }

    private static func storefront(_ currency: String, _ locale: String) -> StorefrontRecord {
        StorefrontRecord(countryCode: "USA", id: "143441", currency: currency, locale: locale)
    }

    @Test(
        "Prices stand as people of the storefront write them",
        arguments: [
            ("USD", "en_US", "$9.99"), ("EUR", "de_DE", "9,99\u{A0}€"), ("EUR", "nl_NL", "€\u{A0}9,99"),
            ("EUR", "en_IE", "€9.99"), ("GBP", "en_GB", "£9.99"), ("CHF", "de_CH", "CHF\u{A0}9.99"),
            ("BRL", "pt_BR", "R$\u{A0}9,99"), ("JPY", "ja_JP", "¥10"), ("KRW", "ko_KR", "₩10"),
            ("CAD", "fr_CA", "9,99\u{A0}$"), ("USD", "en_KE", "US$9.99"), ("TRY", "tr_TR", "₺9,99"),
        ])
    func pricesStandAsPeopleOfTheStorefrontWriteThem(currency: String, locale: String, text: String) throws {
        let product = Product(.monthly, storefront: Self.storefront(currency, locale))
        let plain: (String) -> String = { $0.replacing("\u{202F}", with: "\u{A0}") }
        #expect(plain(product.displayPrice) == text)
        #expect(product.priceFormatStyle.format(product.price) == product.displayPrice)
        #expect(product.price.formatted(product.priceFormatStyle) == product.displayPrice)
        let terms = try #require(product.subscription?.pricingTerms.first)
        #expect(terms.billingDisplayPrice == product.displayPrice)
        let offer = try #require(product.subscription?.promotionalOffers.first)
        #expect(offer.displayPrice == product.priceFormatStyle.format(offer.price))
    }

    @Test func amountsComputedFromAPriceAreWrittenLikeIt() {
        let product = Product(.monthly, storefront: Self.storefront("EUR", "de_DE"))
        #expect((product.price * 12).formatted(product.priceFormatStyle) == "119,88\u{A0}€")
    }

    @Test(
        "Periods are written in the storefront's language",
        arguments: [
            ("en_US", ["1 month", "3 months", "1 year", "1 week", "2 weeks", "3 days"]),
            ("de_DE", ["1 Monat", "3 Monate", "1 Jahr", "1 Woche", "2 Wochen", "3 Tage"]),
            ("fr_FR", ["1 mois", "3 mois", "1 an", "1 semaine", "2 semaines", "3 jours"]),
            ("ja_JP", ["1か月", "3か月", "1年", "1週間", "2週間", "3日"]),
            ("pl_PL", ["1 miesiąc", "3 miesiące", "1 rok", "1 tydzień", "2 tygodnie", "3 dni"]),
        ])
    func periodsAreWrittenInTheStorefrontsLanguage(locale: String, texts: [String]) {
        let product = Product(.monthly, storefront: Self.storefront("USD", locale))
        let periods: [SubscriptionPeriod] = [
            .monthly, .everyThreeMonths, .yearly, .weekly, .everyTwoWeeks, .everyThreeDays,
        ]
        let written = periods.map { period in
            period.formatted(product.subscriptionPeriodFormatStyle, referenceDate: Signing.start)
                .replacing("\u{A0}", with: " ")
        }
        #expect(written == texts)
    }

    @Test func mixedLengthsAreListed() {
        let style = SubscriptionPeriod.ComponentsFormatStyle(locale: Locale(identifier: "en_US"))
        let end =
            SubscriptionPeriod.calendar.date(
                byAdding: DateComponents(year: 1, month: 2, day: 8), to: Signing.start) ?? Signing.start
        #expect(style.format(Signing.start..<end) == "1 year, 2 months, 8 days")
        #expect(style.format(Signing.start..<Signing.start) == "0 days")
    }

    @Test func aStyleCanBeChanged() {
        var style = Product(.monthly, storefront: .germany).subscriptionPeriodFormatStyle
        #expect(style.locale(Locale(identifier: "fr_FR")).locale.identifier == "fr_FR")
        style.style = .abbreviated
        #expect(SubscriptionPeriod.everyThreeMonths.formatted(style, referenceDate: Signing.start) == "3 Mon.")
    }

    @Test(
        "Units are words of the storefront's language",
        arguments: [
            ("en_US", ["day", "week", "month", "year"]), ("de_DE", ["Tag", "Woche", "Monat", "Jahr"]),
            ("ko_KR", ["일", "주", "월", "년"]), ("ru_RU", ["день", "неделя", "месяц", "год"]),
        ])
    func unitsAreWordsOfTheStorefrontsLanguage(locale: String, words: [String]) {
        let style = Product(.monthly, storefront: Self.storefront("USD", locale)).subscriptionPeriodUnitFormatStyle
        let units: [SubscriptionPeriod.Unit] = [.day, .week, .month, .year]
        #expect(units.map { $0.formatted(style) } == words)
    }

    @Test func theStyleOfUnitsCanBeKept() throws {
        let style = Product(.monthly, storefront: .germany).subscriptionPeriodUnitFormatStyle
        let kept = try JSONDecoder().decode(
            SubscriptionPeriod.Unit.FormatStyle.self, from: JSONEncoder().encode(style))
        #expect(kept.format(.month) == "Monat")
        #expect(kept.locale(Locale(identifier: "fr_FR")).format(.month) == "mois")
    }

    @Test func periodsCanBeWrittenAsDurations() {
        let style = Duration.UnitsFormatStyle(allowedUnits: [.weeks], width: .wide).locale(Locale(identifier: "en_US"))
        #expect(SubscriptionPeriod.everyTwoWeeks.formatted(style, referenceDate: Signing.start) == "2 weeks")
    }
}
