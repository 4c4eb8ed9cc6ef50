// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

extension Product.SubscriptionInfo.RenewalInfo {
    /// Why a subscription ended.
    ///
    /// The set is open.
    public struct ExpirationReason: RawRepresentable, Hashable, Sendable {
        /// The number signed data gives the reason.
        public let rawValue: Int

        /// Creates a reason from its number in signed data.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The customer turned renewal off.
        public static let autoRenewDisabled = Self(rawValue: 1)
        /// The customer could not be charged.
        public static let billingError = Self(rawValue: 2)
        /// The customer did not agree to a price increase.
        public static let didNotConsentToPriceIncrease = Self(rawValue: 3)
        /// The product was no longer on sale.
        public static let productUnavailable = Self(rawValue: 4)
        /// Anything else.
        public static let unknown = Self(rawValue: 5)
        /// The subscription left the bundle it was part of; the number is presumed, for no signed data shows it yet.
        public static var unbundled: Self { Self(rawValue: 6) }

        /// The reason in words.
        public var localizedDescription: String {
            switch self {
            case .autoRenewDisabled: "Auto-Renew Disabled"
            case .billingError: "Billing Error"
            case .didNotConsentToPriceIncrease: "Did Not Consent to Price Increase"
            case .productUnavailable: "Product Unavailable"
            case .unbundled: "Unbundled"
            default: "Unknown"
            }
        }
    }

    /// The customer's answer to a price increase.
    @frozen
    public enum PriceIncreaseStatus: Hashable, Sendable, BitwiseCopyable {
        /// There is none under way.
        case noIncreasePending
        /// The customer was asked and has not answered.
        case pending
        /// The customer agreed, or was told and needed not agree.
        case agreed

        /// The answer in words.
        public var localizedDescription: String {
            switch self {
            case .noIncreasePending: "No Increase Pending"
            case .pending: "Pending"
            case .agreed: "Agreed"
            }
        }
    }

    /// What follows the commitment of a subscription that is billed in parts.
    public struct CommitmentInfo: Hashable, Sendable {
        /// The product of the next commitment.
        public let autoRenewPreference: String
        /// How the next commitment is billed.
        public let renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType
        /// When the next commitment begins.
        public let renewalDate: Date
        /// The price of the next commitment.
        public let renewalPrice: Decimal
        /// Whether a new commitment follows.
        public let willAutoRenew: Bool

        init?(_ payload: RenewalCommitmentInfo) {
            guard let product = payload.commitmentAutoRenewProductId,
                let plan = payload.rawCommitmentRenewalBillingPlanType, let date = payload.commitmentRenewalDate,
                let price = payload.commitmentRenewalPrice
            else { return nil }
            autoRenewPreference = product
            renewalBillingPlanType = Product.SubscriptionInfo.BillingPlanType(rawValue: plan)
            renewalDate = date
            renewalPrice = Decimal(milliunits: price)
            willAutoRenew = payload.commitmentAutoRenewStatus == .on
        }
    }
}

extension Product.SubscriptionInfo {
    /// How a subscription with a commitment is billed.
    ///
    /// The set is open.
    public struct BillingPlanType: RawRepresentable, Hashable, Sendable {
        /// The type as signed data spells it.
        public let rawValue: String

        /// Creates a type from its spelling in signed data.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Month by month.
        public static let monthly = Self(rawValue: "MONTHLY")
        /// Once, for the whole commitment.
        public static let upFront = Self(rawValue: "BILLED_UPFRONT")
    }
}
