// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreKitConfiguration {
    /// An amount in thousandths of a currency's main unit; the currency comes from the storefront.
    public struct Price: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// Nothing to pay.
        public static let zero = Price(milliunits: 0)

        /// Thousandths of the main unit: 9990 for 9.99.
        public var milliunits: Int64

        /// Creates a price from thousandths of the main unit.
        public init(milliunits: Int64) {
            self.milliunits = milliunits
        }

        /// Creates a price from decimal text such as `4900`, `0.5` or `9.99`.
        ///
        /// Returns `nil` for a sign, a comma, an exponent, more than three decimals and amounts above a trillion.
        public init?(_ text: String) {
            guard case .success(let price) = Price.parse(text) else { return nil }
            self = price
        }

        /// The amount with two or three decimals, as price tags have it: `4900.00`, `0.50`, `0.125`.
        public var description: String {
            let sign = milliunits < 0 ? "-" : ""
            let units = milliunits.magnitude / 1000
            let thousandths = milliunits.magnitude % 1000
            let digits = String(thousandths + 1000).dropFirst()
            return "\(sign)\(units).\(thousandths % 10 == 0 ? digits.dropLast() : digits)"
        }

        /// Orders by amount.
        public static func < (left: Self, right: Self) -> Bool { left.milliunits < right.milliunits }
    }
}

extension StoreKitConfiguration.Price {
    /// Why a text is not a price, with the price a reader may go on with.
    enum Defect: Error, Hashable {
        case notDecimal
        case tooLarge
        case negative
        case comma(read: StoreKitConfiguration.Price)
        case tooPrecise(read: StoreKitConfiguration.Price)
    }

    /// Twelve digits keep every sum of prices far inside 64 bits.
    private static let maximumDigits = 12

    static func parse(_ text: String) -> Result<Self, Defect> {
        if text.first == "-" {
            // Minus nothing is as free as nothing.
            let amount = text.dropFirst()
            guard amount.first != "-", case .success(let price) = parse(String(amount)) else {
                return .failure(.notDecimal)
            }
            return price == .zero ? .success(price) : .failure(.negative)
        }
        if text.contains(",") {
            let dotted = text.replacing(",", with: ".")
            guard case .success(let price) = parse(dotted) else { return .failure(.notDecimal) }
            return .failure(.comma(read: price))
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ isDigits($0) }) else { return .failure(.notDecimal) }
        guard parts[0].count <= maximumDigits else { return .failure(.tooLarge) }
        let decimals = parts.count == 2 ? parts[1] : ""
        let thousandths = String((decimals + "000").prefix(3))
        guard let units = Int64(parts[0]), let fraction = Int64(thousandths) else { return .failure(.notDecimal) }
        let price = Self(milliunits: units * 1000 + fraction)
        return decimals.count > 3 ? .failure(.tooPrecise(read: price)) : .success(price)
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
