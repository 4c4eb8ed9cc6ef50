// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreLink

extension Product {
    /// An offer that the store makes for a subscription.
    public struct SubscriptionOffer: Hashable, Sendable {
        /// The offer's identifier; `nil` for introductory offers and only for them.
        public let id: String?
        /// Whom the offer is for.
        public let type: OfferType
        /// The price of one ``period`` in the storefront's currency, 0 for a free trial.
        public let price: Decimal
        /// ``price`` as the storefront writes it.
        public let displayPrice: String
        /// The length of one period of the offer.
        public let period: SubscriptionPeriod
        /// How many periods the offer lasts.
        public let periodCount: Int
        /// How the offer is paid for.
        public let paymentMode: PaymentMode
    }
}

extension Product.SubscriptionOffer {
    /// Whom an offer is for.
    ///
    /// The set is open.
    public struct OfferType: RawRepresentable, Hashable, Sendable {
        /// The type as the product's JSON spells it.
        public let rawValue: String

        /// Creates a type from its spelling in the product's JSON.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// For customers who are new to the subscription group.
        public static let introductory = Self(rawValue: "IntroOffer")
        /// For present and former subscribers whom the developer chooses.
        public static let promotional = Self(rawValue: "AdhocOffer")
        /// For former subscribers whom the store chooses.
        public static let winBack = Self(rawValue: "WinBackOffer")

        /// The type in words.
        public var localizedDescription: String {
            switch self {
            case .introductory: "Introductory"
            case .promotional: "Promotional"
            case .winBack: "Win-Back"
            default: rawValue
            }
        }
    }

    /// How an offer is paid for.
    ///
    /// The set is open.
    public struct PaymentMode: RawRepresentable, Hashable, Sendable {
        /// The mode as the product's JSON spells it.
        public let rawValue: String

        /// Creates a mode from its spelling in the product's JSON.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A lower price in each period of the offer.
        public static let payAsYouGo = Self(rawValue: "PayAsYouGo")
        /// One lower price for the whole offer.
        public static let payUpFront = Self(rawValue: "PayUpFront")
        /// Nothing is paid.
        public static let freeTrial = Self(rawValue: "FreeTrial")

        /// The mode in words.
        public var localizedDescription: String {
            switch self {
            case .payAsYouGo: "Pay As You Go"
            case .payUpFront: "Pay Up Front"
            case .freeTrial: "Free Trial"
            default: rawValue
            }
        }
    }
}

extension Product.SubscriptionOffer {
    init?(_ record: OfferRecord, type: OfferType, prices: PriceFormat) {
        guard let period = Product.SubscriptionPeriod(iso8601: record.period) else { return nil }
        self.init(
            id: record.id, type: type, price: Decimal(milliunits: record.price),
            displayPrice: prices.text(milliunits: record.price), period: period, periodCount: record.periodCount,
            paymentMode: PaymentMode(signed: record.paymentMode))
    }
}

extension Product.SubscriptionOffer.PaymentMode {
    /// The mode that signed data spells so.
    init(signed: String) {
        switch signed {
        case "FREE_TRIAL": self = .freeTrial
        case "PAY_AS_YOU_GO": self = .payAsYouGo
        case "PAY_UP_FRONT": self = .payUpFront
        default: self.init(rawValue: signed)
        }
    }
}
