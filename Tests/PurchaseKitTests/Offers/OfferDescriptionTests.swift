// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import PurchaseKit
import StoreKit
import Testing

@Suite struct OfferDescriptionTests {
    static let month = OfferTerms.Span(1, .month)

    static let trial = OfferTerms(
        .freeTrial, displayPrice: "0,00 €", period: .init(3, .day), regularPrice: "9,99 €", regularPeriod: month)
    static let week = OfferTerms(
        .freeTrial, displayPrice: "0,00 €", period: .init(1, .week), regularPrice: "79,99 €",
        regularPeriod: .init(1, .year))
    static let monthly = OfferTerms(
        .payAsYouGo, displayPrice: "4,99 €", period: month, periodCount: 3, regularPrice: "9,99 €",
        regularPeriod: month)
    static let ahead = OfferTerms(
        .payUpFront, displayPrice: "14,99 €", period: .init(3, .month), regularPrice: "24,99 €",
        regularPeriod: .init(3, .month))

    @Test(
        "Terms are one line in the customer's language",
        arguments: [
            (trial, Language.italian, "3 giorni gratis, poi 9,99 € al mese"),
            (trial, .english, "3 days free, then 9,99 € a month"),
            (trial, .spanish, "3 días gratis, luego 9,99 € al mes"),
            (trial, .french, "3 jours gratuits, puis 9,99 € par mois"),
            (trial, .bulgarian, "3 дни безплатно, след това 9,99 € на месец"),
            (week, .italian, "1 settimana gratis, poi 79,99 € all’anno"),
            (week, .english, "1 week free, then 79,99 € a year"),
            (week, .spanish, "1 semana gratis, luego 79,99 € al año"),
            (week, .french, "1 semaine gratuite, puis 79,99 € par an"),
            (week, .bulgarian, "1 седмица безплатно, след това 79,99 € на година"),
            (monthly, .italian, "4,99 € al mese per 3 mesi, poi 9,99 € al mese"),
            (monthly, .english, "4,99 € a month for 3 months, then 9,99 € a month"),
            (monthly, .spanish, "4,99 € al mes durante 3 meses, luego 9,99 € al mes"),
            (monthly, .french, "4,99 € par mois pendant 3 mois, puis 9,99 € par mois"),
            (monthly, .bulgarian, "4,99 € на месец за срок от 3 месеца, след това 9,99 € на месец"),
            (ahead, .italian, "14,99 € per 3 mesi, poi 24,99 € ogni 3 mesi"),
            (ahead, .english, "14,99 € for 3 months, then 24,99 € every 3 months"),
            (ahead, .spanish, "14,99 € por 3 meses, luego 24,99 € cada 3 meses"),
            (ahead, .french, "14,99 € pour 3 mois, puis 24,99 € tous les 3 mois"),
            (ahead, .bulgarian, "14,99 € за 3 месеца, след това 24,99 € на всеки 3 месеца"),
        ])
    func terms(_ terms: OfferTerms, language: Language, expected: String) {
        #expect(terms.description(in: language) == expected)
    }

    @Test("Every unit has a singular and a plural in every language", arguments: Language.allCases)
    func units(language: Language) {
        for unit in [Product.SubscriptionPeriod.Unit.day, .week, .month, .year] {
            let (one, two) = (OfferTerms.Span(1, unit), OfferTerms.Span(2, unit))
            #expect(one.counted(in: language).hasPrefix("1 "))
            #expect(two.counted(in: language).hasPrefix("2 "))
            #expect(one.each(in: language) != two.each(in: language))
            #expect(two.each(in: language).contains("2"))
        }
    }
}
