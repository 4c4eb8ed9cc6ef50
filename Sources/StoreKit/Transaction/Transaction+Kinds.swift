// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

extension Transaction {
    /// How the customer came by a purchase.
    ///
    /// The set is open.
    public struct OwnershipType: RawRepresentable, Hashable, Sendable {
        /// The type as signed data spells it.
        public let rawValue: String

        /// Creates a type from its spelling in signed data.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer bought it.
        public static let purchased = Self(rawValue: "PURCHASED")
        /// A family member shares it.
        public static let familyShared = Self(rawValue: "FAMILY_SHARED")
        /// An organization assigned it; the spelling is presumed, for no signed data shows it yet.
        public static var assigned: Self { Self(rawValue: "ASSIGNED") }

        /// The type in words.
        public var localizedDescription: String {
            switch self {
            case .purchased: "Purchased"
            case .familyShared: "Family Shared"
            case .assigned: "Assigned"
            default: rawValue
            }
        }
    }

    /// Whether a transaction was bought or renewed.
    ///
    /// The set is open.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The reason as signed data spells it.
        public let rawValue: String

        /// Creates a reason from its spelling in signed data.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer bought it.
        public static let purchase = Self(rawValue: "PURCHASE")
        /// The store renewed it.
        public static let renewal = Self(rawValue: "RENEWAL")
    }

    /// Why a transaction was refunded or taken back.
    ///
    /// The set is open.
    public struct RevocationReason: RawRepresentable, Hashable, Sendable {
        /// The number signed data gives the reason.
        public let rawValue: Int

        /// Creates a reason from its number in signed data.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A fault in the app, real or perceived.
        public static let developerIssue = Self(rawValue: 1)
        /// Anything else.
        public static let other = Self(rawValue: 0)
        /// The customer moved to a bundle that includes it; the number is presumed, for no signed data shows it yet.
        public static var upgradedToBundle: Self { Self(rawValue: 2) }

        /// The reason in words.
        public var localizedDescription: String {
            switch self {
            case .developerIssue: "Developer Issue"
            case .other: "Other"
            case .upgradedToBundle: "Upgraded to Bundle"
            default: "Unknown (\(rawValue))"
            }
        }
    }

    /// How much was taken back.
    ///
    /// The set is open.
    public struct RevocationType: RawRepresentable, Hashable, Sendable {
        /// The type as signed data spells it.
        public let rawValue: String

        /// Creates a type from its spelling in signed data.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The whole price was refunded.
        public static let fullRefund = Self(rawValue: "REFUND_FULL")
        /// A part of the price was refunded.
        public static let proratedRefund = Self(rawValue: "REFUND_PRORATED")
        /// Access through Family Sharing was lost.
        public static let familyRevocation = Self(rawValue: "FAMILY_REVOKE")
        /// The organization that assigned it took it back; the spelling is presumed, for no signed data shows it yet.
        public static var assignmentRevocation: Self { Self(rawValue: "ASSIGNMENT_REVOKE") }
    }

    /// Where a subscription that is billed in parts stands in its commitment.
    public struct CommitmentInfo: Hashable, Sendable {
        /// Which period of the commitment this is, counted from 1.
        public let billingPeriodNumber: UInt64
        /// How many periods the commitment has.
        public let totalBillingPeriods: UInt64
        /// When the commitment ends.
        public let expirationDate: Date
        /// The price of the whole commitment.
        public let price: Decimal

        init?(_ payload: TransactionCommitmentInfo) {
            guard let number = payload.billingPeriodNumber.flatMap(UInt64.init(exactly:)),
                let total = payload.totalBillingPeriods.flatMap(UInt64.init(exactly:)),
                let end = payload.commitmentExpiresDate, let price = payload.commitmentPrice
            else { return nil }
            billingPeriodNumber = number
            totalBillingPeriods = total
            expirationDate = end
            self.price = Decimal(milliunits: price)
        }
    }
}
