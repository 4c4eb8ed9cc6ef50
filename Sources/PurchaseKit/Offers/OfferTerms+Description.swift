// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension OfferTerms {
    /// The terms in one line, such as "3 giorni gratis, poi 9,99 € al mese".
    public func description(in language: Language = .current) -> String {
        let beginning =
            switch type {
            case .freeTrial:
                length.free(in: language)
            case .payAsYouGo:
                Self.payAsYouGoPhrase(
                    language, Self.price(displayPrice, per: period, in: language), length.counted(in: language))
            case .payUpFront:
                Self.payUpFrontPhrase(language, displayPrice, length.counted(in: language))
            }
        return Self.thenPhrase(language, beginning, Self.price(regularPrice, per: regularPeriod, in: language))
    }

    /// A price and how often it is paid, such as "9,99 € al mese".
    public static func price(_ price: String, per period: Span, in language: Language = .current) -> String {
        "\(price) \(period.each(in: language))"
    }

    private static let thenPhrase = Phrase(
        en: "%@, then %@", it: "%@, poi %@", es: "%@, luego %@", fr: "%@, puis %@", bg: "%@, след това %@")
    private static let payAsYouGoPhrase = Phrase(
        en: "%@ for %@", it: "%@ per %@", es: "%@ durante %@", fr: "%@ pendant %@", bg: "%@ за срок от %@")
    private static let payUpFrontPhrase = Phrase(
        en: "%@ for %@", it: "%@ per %@", es: "%@ por %@", fr: "%@ pour %@", bg: "%@ за %@")
}
