// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
public import StoreConfiguration

/// An offer behind codes, as a developer sets it up in App Store Connect.
package struct OfferCodeBatch: Codable, Sendable, Hashable {
    /// What transactions call the offer.
    package var referenceName: String
    package var productID: String
    package var terms: Terms
    package var codes: Codes
    /// The first moment at which the codes are not accepted any more.
    package var expires: StoreInstant?
    /// Whom it is for; it does not count for one-time products.
    package var eligibility: Set<Customer> = Set(Customer.allCases)
    /// Whether a customer who may have the introductory offer gets it before this one.
    package var isStackable = false
    /// Whether the subscription goes on when a free offer is over.
    package var renewsAfterwards = true

    /// Creates an offer for every customer that ends only when its codes do.
    package init(referenceName: String, productID: String, terms: Terms, codes: Codes) {
        self.referenceName = referenceName
        self.productID = productID
        self.terms = terms
        self.codes = codes
    }

    /// What customers type in.
    package enum Codes: Codable, Sendable, Hashable {
        /// Codes that each work once.
        case oneTime([String])
        /// One code that works for so many customers.
        case custom(String, limit: Int)
    }

    /// What customers pay.
    package enum Terms: Codable, Sendable, Hashable {
        /// A price for a product that is bought once.
        case once(price: Int64)
        /// A price for the beginning of a subscription, each payment in thousandths of the currency's unit.
        case subscription(OfferDiscountType, price: Int64, period: StoreKitConfiguration.Period, periodCount: Int)

        /// One payment.
        package var price: Int64 {
            switch self {
            case .once(let price), .subscription(_, let price, _, _): price
            }
        }
    }

    /// The kinds of customers of a subscription group.
    package enum Customer: String, Codable, Sendable, Hashable, CaseIterable {
        /// Never subscribed in the group.
        case new
        /// Has access now.
        case existing
        /// Had access once.
        case expired
    }

    var allCodes: [String] {
        switch codes {
        case .oneTime(let codes): codes
        case .custom(let code, _): [code]
        }
    }
}

/// Written as ISO 8601, `P1M`.
extension StoreKitConfiguration.Period: Codable {
    /// Reads the ISO 8601 form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let period = Self(iso8601: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text) is no period such as P1M")
        }
        self = period
    }

    /// Writes the ISO 8601 form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}
