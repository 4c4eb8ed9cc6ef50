// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

extension Transaction.AdvancedCommerceInfo {
    /// What was paid back for an item.
    public struct Refund: Hashable, Sendable {
        /// Why it was paid back.
        public let reason: Reason
        /// How the amount was found.
        public let type: RefundType
        /// When it was paid back.
        public let date: Date
        /// How much was paid back.
        public let amount: Decimal

        init?(_ payload: AdvancedCommerceRefund) {
            guard let reason = payload.rawRefundReason, let type = payload.rawRefundType,
                let date = payload.refundDate, let amount = payload.refundAmount
            else { return nil }
            self.reason = Reason(rawValue: reason)
            self.type = RefundType(rawValue: type)
            self.date = date
            self.amount = Decimal(milliunits: amount)
        }

        /// Why something was paid back.
        ///
        /// The set is open.
        public struct Reason: RawRepresentable, Hashable, Sendable {
            /// The reason as signed data spells it.
            public let rawValue: String

            /// Creates a reason from its spelling in signed data.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// The law asks for it.
            public static let legal = Self(rawValue: "LEGAL")
            /// Items were taken out of the subscription or changed.
            public static let modifyItems = Self(rawValue: "MODIFY_ITEMS_REFUND")
            /// The customer did not mean to buy.
            public static let unintended = Self(rawValue: "UNINTENDED_PURCHASE")
            /// The customer did not get what was bought.
            public static let unfulfilled = Self(rawValue: "FULFILLMENT_ISSUE")
            /// The customer was not content with it.
            public static let unsatisfied = Self(rawValue: "UNSATISFIED_WITH_PURCHASE")
            /// Anything else.
            public static let other = Self(rawValue: "OTHER")
        }

        /// How the amount of a refund was found.
        ///
        /// The set is open.
        public struct RefundType: RawRepresentable, Hashable, Sendable {
            /// The type as signed data spells it.
            public let rawValue: String

            /// Creates a type from its spelling in signed data.
            public init(rawValue: String) {
                self.rawValue = rawValue
            }

            /// The developer named it.
            public static let custom = Self(rawValue: "CUSTOM")
            /// The part of the period that was left.
            public static let proRated = Self(rawValue: "PRORATED")
            /// The whole price.
            public static let full = Self(rawValue: "FULL")
        }
    }
}
