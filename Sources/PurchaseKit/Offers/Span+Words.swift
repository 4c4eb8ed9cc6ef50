// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit

extension OfferTerms.Span {
    /// The length in words, such as "3 giorni".
    public func counted(in language: Language = .current) -> String {
        (value == 1 ? words.one : words.many)(language, "\(value)")
    }

    /// How often something is paid, such as "al mese" or "ogni 3 mesi".
    public func each(in language: Language = .current) -> String {
        value == 1 ? words.each(language) : words.every(language, "\(value)")
    }

    /// The length as one in which nothing is paid, such as "3 giorni gratis".
    func free(in language: Language) -> String {
        (value == 1 ? words.freeOne : words.freeMany)(language, counted(in: language))
    }

    /// What languages call a unit of time; French has the word for free agree with it.
    private struct Words {
        let one, many, each, every, freeOne, freeMany: Phrase

        init(one: Phrase, many: Phrase, each: Phrase, every: Phrase, frenchFree: (one: String, many: String)) {
            self.one = one
            self.many = many
            self.each = each
            self.every = every
            freeOne = Self.free(frenchFree.one)
            freeMany = Self.free(frenchFree.many)
        }

        private static func free(_ french: String) -> Phrase {
            Phrase(en: "%@ free", it: "%@ gratis", es: "%@ gratis", fr: "%@ \(french)", bg: "%@ безплатно")
        }
    }

    private var words: Words {
        switch unit {
        case .day: Self.days
        case .week: Self.weeks
        case .month: Self.months
        case .year: Self.years
        @unknown default: Self.days
        }
    }

    private static let days = Words(
        one: Phrase(en: "%@ day", it: "%@ giorno", es: "%@ día", fr: "%@ jour", bg: "%@ ден"),
        many: Phrase(en: "%@ days", it: "%@ giorni", es: "%@ días", fr: "%@ jours", bg: "%@ дни"),
        each: Phrase(en: "a day", it: "al giorno", es: "al día", fr: "par jour", bg: "на ден"),
        every: Phrase(
            en: "every %@ days", it: "ogni %@ giorni", es: "cada %@ días", fr: "tous les %@ jours",
            bg: "на всеки %@ дни"),
        frenchFree: ("gratuit", "gratuits"))
    private static let weeks = Words(
        one: Phrase(en: "%@ week", it: "%@ settimana", es: "%@ semana", fr: "%@ semaine", bg: "%@ седмица"),
        many: Phrase(en: "%@ weeks", it: "%@ settimane", es: "%@ semanas", fr: "%@ semaines", bg: "%@ седмици"),
        each: Phrase(en: "a week", it: "a settimana", es: "a la semana", fr: "par semaine", bg: "на седмица"),
        every: Phrase(
            en: "every %@ weeks", it: "ogni %@ settimane", es: "cada %@ semanas", fr: "toutes les %@ semaines",
            bg: "на всеки %@ седмици"),
        frenchFree: ("gratuite", "gratuites"))
    private static let months = Words(
        one: Phrase(en: "%@ month", it: "%@ mese", es: "%@ mes", fr: "%@ mois", bg: "%@ месец"),
        many: Phrase(en: "%@ months", it: "%@ mesi", es: "%@ meses", fr: "%@ mois", bg: "%@ месеца"),
        each: Phrase(en: "a month", it: "al mese", es: "al mes", fr: "par mois", bg: "на месец"),
        every: Phrase(
            en: "every %@ months", it: "ogni %@ mesi", es: "cada %@ meses", fr: "tous les %@ mois",
            bg: "на всеки %@ месеца"),
        frenchFree: ("gratuit", "gratuits"))
    private static let years = Words(
        one: Phrase(en: "%@ year", it: "%@ anno", es: "%@ año", fr: "%@ an", bg: "%@ година"),
        many: Phrase(en: "%@ years", it: "%@ anni", es: "%@ años", fr: "%@ ans", bg: "%@ години"),
        each: Phrase(en: "a year", it: "all’anno", es: "al año", fr: "par an", bg: "на година"),
        every: Phrase(
            en: "every %@ years", it: "ogni %@ anni", es: "cada %@ años", fr: "tous les %@ ans",
            bg: "на всеки %@ години"),
        frenchFree: ("gratuit", "gratuits"))
}
