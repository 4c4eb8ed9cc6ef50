// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Transaction {
    /// An offer that set a price.
    public struct Offer: Hashable, Sendable {
        /// The promotional or win-back offer's identifier or the code's reference; `nil` for introductory offers.
        public let id: String?
        /// The kind of offer.
        public let type: OfferType
        /// How it is paid for; `nil` on old transactions, which do not say.
        public let paymentMode: PaymentMode?
        /// The length of one of its periods.
        public let period: Product.SubscriptionPeriod?

        /// `nil` when there is no offer.
        init?(type: Int32?, id: String?, mode: String?, period: String?) {
            guard let type else { return nil }
            self.id = id
            self.type = OfferType(rawValue: Int(type))
            self.paymentMode = mode.map(PaymentMode.init)
            self.period = period.flatMap { Product.SubscriptionPeriod(iso8601: $0) }
        }

        /// How an offer is paid for.
        ///
        /// The set is open.
        public struct PaymentMode: RawRepresentable, Hashable, Sendable {
            /// The mode as signed data spells it.
            public let rawValue: String

            /// Creates a mode from its spelling in signed data.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// Nothing is paid.
            public static let freeTrial = Self(rawValue: "FREE_TRIAL")
            /// A lower price in each period of the offer.
            public static let payAsYouGo = Self(rawValue: "PAY_AS_YOU_GO")
            /// One lower price for the whole offer.
            public static let payUpFront = Self(rawValue: "PAY_UP_FRONT")
            /// One lower price for a purchase that does not renew.
            public static var oneTime: Self { Self(rawValue: "ONE_TIME") }
        }
    }

    /// The kind of an offer.
    ///
    /// The set is open.
    public struct OfferType: RawRepresentable, Hashable, Sendable {
        /// The number signed data gives the kind.
        public let rawValue: Int

        /// Creates a kind from its number in signed data.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// For customers new to the group.
        public static let introductory = Self(rawValue: 1)
        /// For present or former subscribers whom the developer chooses.
        public static let promotional = Self(rawValue: 2)
        /// Redeemed with a code.
        public static let code = Self(rawValue: 3)
        /// For former subscribers whom the store chooses.
        public static var winBack: Self { Self(rawValue: 4) }

        /// The kind in words.
        public var localizedDescription: String {
            switch self {
            case .introductory: "Introductory"
            case .promotional: "Promotional"
            case .code: "Code"
            case .winBack: "Win-Back"
            default: "Unknown (\(rawValue))"
            }
        }
    }
}
