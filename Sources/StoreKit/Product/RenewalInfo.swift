// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

extension Product.SubscriptionInfo {
    /// What the store intends for a subscription's next period, as it signed it.
    public struct RenewalInfo: Sendable {
        /// The first transaction of the subscription.
        public let originalTransactionID: UInt64
        /// The product of the present, or of the last, period.
        public let currentProductID: String
        /// Whether the subscription renews at the end of the period.
        public let willAutoRenew: Bool
        /// The product of the next period; `nil` when there is none.
        public let autoRenewPreference: String?
        /// Why the subscription ended; `nil` while it runs.
        public let expirationReason: ExpirationReason?
        /// The customer's answer to a price increase.
        public let priceIncreaseStatus: PriceIncreaseStatus
        /// Whether the store keeps trying to charge.
        public let isInBillingRetry: Bool
        /// Until when the customer keeps access although the charge failed.
        public let gracePeriodExpirationDate: Date?
        /// The offer of the next period.
        public let offer: Transaction.Offer?
        /// The kind of store that signed this.
        public let environment: AppStore.Environment
        /// The start of the latest run of subscriptions, in which gaps of up to 60 days do not count.
        public let recentSubscriptionStartDate: Date
        /// When the next period begins.
        public let renewalDate: Date?
        /// The price of the next period with its offer, in units of ``currency``.
        public let renewalPrice: Decimal?
        /// The currency of ``renewalPrice``; `nil` without one.
        public let currency: Locale.Currency?
        /// The win-back offers the customer may take, the best one first.
        public let eligibleWinBackOfferIDs: [String]
        /// The customer's identifier in the app's own system, if it was given at the purchase.
        public let appAccountToken: UUID?
        /// SHA-384 over the nonce and the device's identifier; empty when the store signed for no device.
        public let deviceVerification: Data
        /// The nonce hashed into ``deviceVerification``.
        public let deviceVerificationNonce: UUID
        /// When the store signed this; of two accounts of one subscription the later one holds.
        public let signedDate: Date
        /// How the next period is billed, when the subscription has a commitment.
        public let renewalBillingPlanType: BillingPlanType?
        /// What follows the commitment of a subscription that is billed in parts.
        public let commitmentInfo: CommitmentInfo?
        /// What the next period of a subscription of the Advanced Commerce API is made of.
        public let advancedCommerceInfo: AdvancedCommerceInfo?
        let source: SignedSource<JWSRenewalInfoDecodedPayload>
    }
}

extension Product.SubscriptionInfo.RenewalInfo: SignedFact {
    static var kind: String { "renewal info" }

    init?(_ source: SignedSource<JWSRenewalInfoDecodedPayload>) {
        let payload = source.payload
        guard let id = payload.originalTransactionId.flatMap({ UInt64($0) }), let productID = payload.productId
        else { return nil }
        self.source = source
        originalTransactionID = id
        currentProductID = productID
        willAutoRenew = payload.autoRenewStatus == .on
        // The store keeps the last choice while renewal is off; Apple shows it only while it means something.
        autoRenewPreference = payload.autoRenewStatus == .on ? payload.autoRenewProductId : nil
        expirationReason = payload.rawExpirationIntent.map { ExpirationReason(rawValue: Int($0)) }
        priceIncreaseStatus =
            switch payload.priceIncreaseStatus {
            case .customerHasNotResponded: .pending
            case .customerConsentedOrWasNotifiedWithoutNeedingConsent: .agreed
            case nil: .noIncreasePending
            }
        isInBillingRetry = payload.isInBillingRetryPeriod ?? false
        gracePeriodExpirationDate = payload.gracePeriodExpiresDate
        offer = Transaction.Offer(
            type: payload.rawOfferType, id: payload.offerIdentifier, mode: payload.rawOfferDiscountType,
            period: payload.offerPeriod)
        environment = AppStore.Environment(rawValue: payload.rawEnvironment ?? "")
        signedDate = payload.signedDate ?? .distantPast
        recentSubscriptionStartDate = payload.recentSubscriptionStartDate ?? signedDate
        renewalDate = payload.renewalDate
        renewalPrice = payload.renewalPrice.map { Decimal(milliunits: $0) }
        currency = payload.renewalPrice == nil ? nil : payload.currency.map { Locale.Currency($0) }
        eligibleWinBackOfferIDs = payload.eligibleWinBackOfferIds ?? []
        appAccountToken = payload.appAccountToken
        deviceVerification = payload.deviceHash
        deviceVerificationNonce = payload.deviceNonce
        renewalBillingPlanType = payload.rawRenewalBillingPlanType.map(Product.SubscriptionInfo.BillingPlanType.init)
        commitmentInfo = payload.commitmentInfo.flatMap { CommitmentInfo($0) }
        advancedCommerceInfo = payload.advancedCommerceInfo.flatMap { AdvancedCommerceInfo($0) }
    }
}

extension Product.SubscriptionInfo.RenewalInfo: Hashable, CustomDebugStringConvertible {
    /// Two are equal when the store signed the same payload, whatever the signatures.
    public static func == (one: Self, other: Self) -> Bool {
        one.source.text.payloadSegment == other.source.text.payloadSegment
    }

    /// Feeds the identifier to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(originalTransactionID)
    }

    /// The signed JSON.
    public var jsonRepresentation: Data { source.text.payload }

    /// The signed JSON as text, for logs.
    public var debugDescription: String {
        String(bytes: jsonRepresentation, encoding: .utf8) ?? "renewal info \(originalTransactionID)"
    }

    /// The customer's download of the app, one for each account and app; empty when the store does not say.
    public var appTransactionID: String { source.payload.appTransactionId ?? "" }
}

// What Apple replaced by richer types and keeps for older code.
extension Product.SubscriptionInfo.RenewalInfo {
    /// The identifier of ``offer``.
    @available(iOS, deprecated: 18.0, message: "Use the offer property instead")
    public var offerID: String? { offer?.id }

    /// The kind of ``offer``.
    @available(iOS, deprecated: 18.0, message: "Use the offer property instead")
    public var offerType: Transaction.OfferType? { offer?.type }

    /// How ``offer`` is paid for, as signed data spells it.
    @available(iOS, deprecated: 18.0, message: "Use the offer property instead")
    public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }

    /// The length of one period of ``offer``, ISO 8601.
    @available(iOS, deprecated: 18.4, message: "Use the offer property instead")
    public var offerPeriodStringRepresentation: String? { source.payload.offerPeriod }

    /// ``environment`` as signed data spells it.
    @available(iOS, deprecated: 16.0, message: "Use the environment property instead")
    public var environmentStringRepresentation: String { environment.rawValue }

    /// ``currency`` as ISO 4217.
    @available(iOS, deprecated: 16.0, message: "Use the currency property instead")
    public var currencyCode: String? { renewalPrice == nil ? nil : source.payload.currency }
}
