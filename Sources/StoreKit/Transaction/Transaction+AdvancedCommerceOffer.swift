// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

extension Transaction.AdvancedCommerceInfo {
    /// Another price for a time.
    public struct Offer: Hashable, Sendable {
        /// The price of one ``period``.
        public let price: Decimal
        /// The length of one of its periods.
        public let period: SubscriptionPeriod
        /// How many periods it lasts.
        public let periodCount: Int
        /// What the offer is for.
        public let reason: Reason

        init?(_ payload: AdvancedCommerceOffer) {
            guard let period = SubscriptionPeriod(iso8601: payload.rawPeriod) else { return nil }
            price = Decimal(milliunits: payload.price)
            self.period = period
            periodCount = Int(payload.periodCount)
            reason = Reason(rawValue: payload.rawReason)
        }

        /// What an offer is for.
        ///
        /// The set is open.
        public struct Reason: RawRepresentable, Hashable, Sendable {
            /// The reason as signed data spells it.
            public let rawValue: String

            /// Creates a reason from its spelling in signed data.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// To win a customer.
            public static let acquisition = Self(rawValue: "ACQUISITION")
            /// To keep a customer.
            public static let retention = Self(rawValue: "RETENTION")
            /// To win a customer back.
            public static let winBack = Self(rawValue: "WIN_BACK")
        }
    }
}
