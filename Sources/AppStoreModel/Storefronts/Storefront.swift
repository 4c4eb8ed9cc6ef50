// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One country's or region's App Store: what a customer there is charged in and how prices are written.
package struct Storefront: Hashable, Sendable {
    /// The ISO 3166-1 alpha-3 code of the country or region; Kosovo, which has none, is `XKS` as at Apple.
    package let countryCode: String

    /// Apple's number of the storefront, in decimal digits.
    package let id: String

    /// The ISO 4217 code the App Store charges in, which is often not the country's own currency.
    package let currency: String

    /// The locale that writes prices and periods where nothing else is asked for, language and region.
    package let locale: String

    /// The storefront a customer has who has chosen none.
    package static let unitedStates = Storefront(
        countryCode: "USA", id: "143441", currency: "USD", locale: "en_US")

    /// Every storefront that sells apps, sorted by country code.
    package static let all: [Storefront] = table.split(separator: "\n").compactMap(Storefront.init(row:))

    /// Finds a storefront by its three-letter country code, in upper or lower case.
    package static func named(_ countryCode: String) -> Storefront? {
        byCountryCode[countryCode.uppercased()]
    }

    private static let byCountryCode = Dictionary(
        all.map { ($0.countryCode, $0) }, uniquingKeysWith: { first, _ in first })

    /// A storefront's place in ``all``, for those who keep millions of them.
    package struct Place: Codable, Hashable, Sendable {
        /// The index in ``all``.
        package let index: Int16

        /// The place at an index of ``all``.
        package init(index: Int16) {
            self.index = index
        }

        /// The storefront at the place.
        package var storefront: Storefront { Storefront.all[Int(index)] }
    }

    /// The place of the storefront in ``all``.
    package var place: Place {
        // The table holds every value there is, because no other module can make one.
        guard let index = Self.all.firstIndex(of: self) else { preconditionFailure("\(countryCode) is in no table") }
        return Place(index: Int16(index))
    }
}

extension Storefront {
    private init?(row: Substring) {
        let fields = row.split(separator: " ").map(String.init)
        guard fields.count == 4 else { return nil }
        self.init(countryCode: fields[0], id: fields[1], currency: fields[2], locale: fields[3])
    }
}
