// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink

/// How prices of one storefront are written.
struct PriceFormat {
    let locale: Locale
    let style: Decimal.FormatStyle.Currency

    init(_ storefront: StorefrontRecord) {
        locale = Locale(identifier: storefront.locale)
        style = Decimal.FormatStyle.Currency(code: storefront.currency, locale: locale)
    }

    func text(milliunits: Int64) -> String {
        style.format(Decimal(milliunits: milliunits))
    }
}

extension Decimal {
    /// Turns thousandths of a currency's unit, the money of signed data, into units.
    init(milliunits: Int64) {
        // Dividing takes hundreds of times as long, and comes to the same: the point moves, and noughts at the end go.
        var (digits, exponent) = (milliunits, -3)
        while exponent < 0, digits.isMultiple(of: 10) { (digits, exponent) = (digits / 10, exponent + 1) }
        self = Decimal(
            sign: digits < 0 ? .minus : .plus, exponent: exponent, significand: Decimal(digits.magnitude))
    }
}
