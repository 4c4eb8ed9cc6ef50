// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreKitConfiguration {
    /// A lower price for some of a subscription's periods.
    public struct Offer: Sendable, Hashable {
        /// Whom an offer is for.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// For customers new to the group.
            case introductory
            /// For customers the app chooses, with a signature.
            case promotional
            /// For customers who have a code.
            case code
            /// For customers whose subscription ended.
            case winBack
        }

        /// How an offer is paid; raw values are the words of the file format.
        public enum PaymentMode: String, Sendable, Hashable, CaseIterable {
            /// Nothing to pay.
            case freeTrial = "free"
            /// The offer's price, once for each of its periods.
            case payAsYouGo
            /// The offer's price, once for its whole length.
            case payUpFront
        }

        /// A group of customers a code is for; words this version does not know are kept.
        public struct Eligibility: RawRepresentable, Sendable, Hashable {
            /// Never subscribed.
            public static let new = Eligibility(rawValue: "new")
            /// Subscribed now.
            public static let existing = Eligibility(rawValue: "existing")
            /// Subscribed once.
            public static let expired = Eligibility(rawValue: "expired")

            /// The word as the file has it.
            public var rawValue: String

            /// Creates a group from the file's word.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }
        }

        /// Whom the offer is for.
        public var kind: Kind
        /// What apps and transactions call the offer: the offer identifier, for a code the reference name, for an
        /// introductory offer nothing.
        public var id: String?
        /// Xcode's or App Store Connect's own identifier; empty where a file has none.
        public var internalID: String
        /// The author's own name for the offer.
        public var referenceName: String?
        /// How it is paid.
        public var paymentMode: PaymentMode
        /// The length of one period of the offer.
        public var period: Period
        /// How many periods it lasts, at least 1.
        public var periodCount: Int
        /// What one payment costs; zero for a free trial.
        public var price: Price
        /// The billing plan it belongs to, from version 5.0 on.
        public var billingPlanType: BillingPlanType?
        /// The customers a code is for; empty for other kinds.
        public var eligibility: [Eligibility]
        /// Whether a code may be used together with an introductory offer.
        public var isStackable: Bool
        /// Whether customers count as eligible for a win-back offer.
        public var isEligible: Bool

        /// Creates an offer; kinds other than codes and win-back offers leave the last three at their defaults.
        public init(
            kind: Kind, id: String? = nil, internalID: String = "", referenceName: String? = nil,
            paymentMode: PaymentMode, period: Period, periodCount: Int = 1, price: Price = .zero,
            billingPlanType: BillingPlanType? = nil, eligibility: [Eligibility] = [], isStackable: Bool = false,
            isEligible: Bool = true
        ) {
            self.kind = kind
            self.id = id
            self.internalID = internalID
            self.referenceName = referenceName
            self.paymentMode = paymentMode
            self.period = period
            self.periodCount = periodCount
            self.price = price
            self.billingPlanType = billingPlanType
            self.eligibility = eligibility
            self.isStackable = isStackable
            self.isEligible = isEligible
        }
    }
}
