// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An amount in one currency.
package struct Money: Sendable, Hashable {
    /// Three letters of ISO 4217.
    package let currency: String
    /// Thousandths of the currency's unit.
    package let milliunits: Int64

    /// Creates an amount.
    package init(_ milliunits: Int64, _ currency: String) {
        self.currency = currency
        self.milliunits = milliunits
    }
}

/// What the operator says that currencies are worth in the one that reports are in.
package struct ExchangeRates: Sendable, Hashable {
    /// The currency of reports.
    package let currency: String
    /// What one unit of another currency is worth, in billionths of the unit of that of reports.
    package let billionths: [String: Int64]

    /// The greatest rate that can be said.
    package static let greatest: Int64 = 1_000_000 * 1_000_000_000

    /// Creates a table.
    package init(currency: String, billionths: [String: Int64]) {
        self.currency = currency
        self.billionths = billionths
    }

    /// What an amount is worth, rounded to the nearest thousandth and halves up; `nil` where no rate was said.
    package func value(of money: Money) -> Int64? {
        if money.currency == currency { return money.milliunits }
        guard let rate = billionths[money.currency] else { return nil }
        // In 128 bits, for the product may be large.
        let product = money.milliunits.magnitude.multipliedFullWidth(by: rate.magnitude)
        let unit: UInt64 = 1_000_000_000
        guard product.high < unit else { return nil }
        let (quotient, remainder) = unit.dividingFullWidth(product)
        return Int64(exactly: quotient + (remainder >= unit / 2 ? 1 : 0))
    }
}
