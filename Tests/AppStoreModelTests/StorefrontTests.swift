// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppStoreModel

@Suite("Storefront")
struct StorefrontTests {
    @Test("Every row of the table is a storefront")
    func everyRowParses() {
        #expect(Storefront.all.count == 175)
        #expect(Storefront.table.split(separator: "\n").count == Storefront.all.count)
    }

    @Test("The list is sorted by country code and names no country, number or region twice")
    func sortedAndUnique() {
        let codes = Storefront.all.map(\.countryCode)
        #expect(codes == codes.sorted())
        #expect(Set(codes).count == codes.count)
        #expect(Set(Storefront.all.map(\.id)).count == codes.count)
        #expect(Set(Storefront.all.map { $0.locale.suffix(2) }).count == codes.count)
    }

    @Test(
        "Apple's numbers, currencies and the locales are known",
        arguments: [
            ("USA", "143441", "USD", "en_US"), ("JPN", "143462", "JPY", "ja_JP"), ("KOR", "143466", "KRW", "ko_KR"),
            ("CHN", "143465", "CNY", "zh_Hans_CN"), ("TWN", "143470", "TWD", "zh_Hant_TW"),
            ("DEU", "143443", "EUR", "de_DE"), ("ITA", "143450", "EUR", "it_IT"), ("GBR", "143444", "GBP", "en_GB"),
            ("AUS", "143460", "AUD", "en_AU"), ("ESP", "143454", "EUR", "es_ES"), ("FRA", "143442", "EUR", "fr_FR"),
            ("RUS", "143469", "RUB", "ru_RU"), ("COL", "143501", "COP", "es_CO"), ("SGP", "143464", "SGD", "en_SG"),
        ])
    func spotValues(country: String, id: String, currency: String, locale: String) {
        let expected = Storefront(countryCode: country, id: id, currency: currency, locale: locale)
        #expect(Storefront.named(country) == expected)
    }

    @Test(
        "The charged currency is Apple's, not always the country's own",
        arguments: [
            ("BGR", "143526", "EUR"), ("HRV", "143494", "EUR"), ("BIH", "143612", "EUR"), ("SRB", "143500", "EUR"),
            ("MNE", "143619", "EUR"), ("XKS", "143624", "EUR"), ("ARG", "143505", "USD"), ("UKR", "143492", "USD"),
            ("GEO", "143615", "USD"), ("ISL", "143558", "USD"), ("KWT", "143493", "USD"), ("MAC", "143515", "USD"),
            ("MAR", "143620", "USD"), ("CIV", "143527", "USD"), ("NRU", "143606", "USD"), ("AFG", "143610", "USD"),
        ])
    func chargedCurrency(country: String, id: String, currency: String) {
        let storefront = Storefront.named(country)
        #expect(storefront?.id == id)
        #expect(storefront?.currency == currency)
    }

    @Test(
        "Storefronts that opened in 2020 are there",
        arguments: [
            "AFG", "BIH", "CIV", "CMR", "COD", "GAB", "GEO", "IRQ", "LBY", "MAR", "MDV", "MMR", "MNE", "MOZ", "NRU",
            "RWA", "SRB", "TON", "VUT", "XKS", "ZMB",
        ])
    func openedIn2020(country: String) {
        #expect(Storefront.named(country) != nil)
    }

    @Test("Every field has the form its standard asks for", arguments: Storefront.all)
    func wellFormed(storefront: Storefront) {
        let locale = Locale(identifier: storefront.locale)
        #expect(storefront.countryCode.wholeMatch(of: /[A-Z]{3}/) != nil)
        #expect(storefront.id.wholeMatch(of: /143[0-9]{3}/) != nil)
        #expect(Locale.Currency.isoCurrencies.contains(Locale.Currency(storefront.currency)))
        #expect(storefront.locale.wholeMatch(of: /[a-z]{2}(_Han[st])?_[A-Z]{2}/) != nil)
        #expect(locale.region.map(Locale.Region.isoRegions.contains) == true)
        #expect(locale.language.languageCode.map(Locale.LanguageCode.isoLanguageCodes.contains) == true)
    }

    @Test("A country is found in any case", arguments: ["DEU", "deu", "Deu"])
    func anyCase(code: String) {
        #expect(Storefront.named(code)?.countryCode == "DEU")
    }

    @Test(
        "What is no storefront's three-letter code finds nothing",
        arguments: ["", "US", "143441", " USA", "PRK", "CUB", "LIE", "MCO"])
    func unknown(code: String) {
        #expect(Storefront.named(code) == nil)
    }

    @Test("The United States are the same alone and in the list")
    func unitedStates() {
        #expect(Storefront.named("USA") == .unitedStates)
    }
}
