// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the App Store intends for a subscription's next period, as it signs it.
public struct JWSRenewalInfoDecodedPayload: DecodedSignedData, Hashable {
    /// ``expirationIntent`` as it stands on the wire, also when the value is unknown.
    public var rawExpirationIntent: Int32?

    /// The first transaction of this purchase; every renewal of a subscription keeps it.
    public var originalTransactionId: String?

    /// The product of the next period, which differs from `productId` when a change is pending.
    public var autoRenewProductId: String?

    /// The product of the present, or of the last, period.
    public var productId: String?

    /// ``autoRenewStatus`` as it stands on the wire, also when the value is unknown.
    public var rawAutoRenewStatus: Int32?

    /// True while the store keeps trying to charge an expired subscription.
    public var isInBillingRetryPeriod: Bool?

    /// ``priceIncreaseStatus`` as it stands on the wire, also when the value is unknown.
    public var rawPriceIncreaseStatus: Int32?

    /// Until when the customer keeps access although the charge failed.
    public var gracePeriodExpiresDate: Date?

    /// ``offerType`` as it stands on the wire, also when the value is unknown.
    public var rawOfferType: Int32?

    /// The offer that applies to the next period.
    public var offerIdentifier: String?

    /// When the App Store signed this; of two accounts of one fact the later signed one holds.
    public var signedDate: Date?

    /// ``environment`` as it stands on the wire, also when the value is unknown.
    public var rawEnvironment: String?

    /// The start of the latest run of subscriptions, where gaps of up to 60 days count as one run.
    public var recentSubscriptionStartDate: Date?

    /// When the present period ends and the next would begin.
    public var renewalDate: Date?

    /// The currency of `renewalPrice`, three letters of ISO 4217.
    public var currency: String?

    /// The price of the next period in thousandths of the currency's unit.
    public var renewalPrice: Int64?

    /// ``offerDiscountType`` as it stands on the wire, also when the value is unknown.
    public var rawOfferDiscountType: String?

    /// The win-back offers the customer may take, the best one first.
    public var eligibleWinBackOfferIds: [String]?

    /// The customer in the developer's own system, as the app gave it at the purchase.
    public var appAccountToken: UUID?

    /// The customer's download of the app: one for each Apple Account and app.
    public var appTransactionId: String?

    /// The length of the next period's offer as an ISO 8601 duration.
    public var offerPeriod: String?

    /// What only purchases through the Advanced Commerce API carry.
    public var advancedCommerceInfo: AdvancedCommerceRenewalInfo?

    /// Where a subscription billed monthly stands in its commitment; absent for other subscriptions.
    public var commitmentInfo: RenewalCommitmentInfo?

    /// ``renewalBillingPlanType`` as it stands on the wire, also when the value is unknown.
    public var rawRenewalBillingPlanType: String?

    /// SHA-384 over the nonce and the device's identifier in base64; only on data made for a device.
    public var deviceVerification: String?

    /// The nonce hashed into `deviceVerification`.
    public var deviceVerificationNonce: UUID?

    /// Creates one from known values.
    public init(
        expirationIntent: ExpirationIntent? = nil, originalTransactionId: String? = nil,
        autoRenewProductId: String? = nil, productId: String? = nil, autoRenewStatus: AutoRenewStatus? = nil,
        isInBillingRetryPeriod: Bool? = nil, priceIncreaseStatus: PriceIncreaseStatus? = nil,
        gracePeriodExpiresDate: Date? = nil, offerType: OfferType? = nil, offerIdentifier: String? = nil,
        signedDate: Date? = nil, environment: AppStoreEnvironment? = nil, recentSubscriptionStartDate: Date? = nil,
        renewalDate: Date? = nil, currency: String? = nil, renewalPrice: Int64? = nil,
        offerDiscountType: OfferDiscountType? = nil, eligibleWinBackOfferIds: [String]? = nil,
        appAccountToken: UUID? = nil, appTransactionId: String? = nil, offerPeriod: String? = nil,
        advancedCommerceInfo: AdvancedCommerceRenewalInfo? = nil, commitmentInfo: RenewalCommitmentInfo? = nil,
        renewalBillingPlanType: RenewalBillingPlanType? = nil, deviceVerification: String? = nil,
        deviceVerificationNonce: UUID? = nil
    ) {
        self.init(
            rawExpirationIntent: expirationIntent?.rawValue, originalTransactionId: originalTransactionId,
            autoRenewProductId: autoRenewProductId, productId: productId, rawAutoRenewStatus: autoRenewStatus?.rawValue,
            isInBillingRetryPeriod: isInBillingRetryPeriod, rawPriceIncreaseStatus: priceIncreaseStatus?.rawValue,
            gracePeriodExpiresDate: gracePeriodExpiresDate, rawOfferType: offerType?.rawValue,
            offerIdentifier: offerIdentifier, signedDate: signedDate, rawEnvironment: environment?.rawValue,
            recentSubscriptionStartDate: recentSubscriptionStartDate, renewalDate: renewalDate, currency: currency,
            renewalPrice: renewalPrice, rawOfferDiscountType: offerDiscountType?.rawValue,
            eligibleWinBackOfferIds: eligibleWinBackOfferIds, appAccountToken: appAccountToken,
            appTransactionId: appTransactionId, offerPeriod: offerPeriod, advancedCommerceInfo: advancedCommerceInfo,
            commitmentInfo: commitmentInfo, rawRenewalBillingPlanType: renewalBillingPlanType?.rawValue,
            deviceVerification: deviceVerification, deviceVerificationNonce: deviceVerificationNonce)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        rawExpirationIntent: Int32? = nil, originalTransactionId: String? = nil, autoRenewProductId: String? = nil,
        productId: String? = nil, rawAutoRenewStatus: Int32? = nil, isInBillingRetryPeriod: Bool? = nil,
        rawPriceIncreaseStatus: Int32? = nil, gracePeriodExpiresDate: Date? = nil, rawOfferType: Int32? = nil,
        offerIdentifier: String? = nil, signedDate: Date? = nil, rawEnvironment: String? = nil,
        recentSubscriptionStartDate: Date? = nil, renewalDate: Date? = nil, currency: String? = nil,
        renewalPrice: Int64? = nil, rawOfferDiscountType: String? = nil, eligibleWinBackOfferIds: [String]? = nil,
        appAccountToken: UUID? = nil, appTransactionId: String? = nil, offerPeriod: String? = nil,
        advancedCommerceInfo: AdvancedCommerceRenewalInfo? = nil, commitmentInfo: RenewalCommitmentInfo? = nil,
        rawRenewalBillingPlanType: String? = nil, deviceVerification: String? = nil,
        deviceVerificationNonce: UUID? = nil
    ) {
        self.rawExpirationIntent = rawExpirationIntent
        self.originalTransactionId = originalTransactionId
        self.autoRenewProductId = autoRenewProductId
        self.productId = productId
        self.rawAutoRenewStatus = rawAutoRenewStatus
        self.isInBillingRetryPeriod = isInBillingRetryPeriod
        self.rawPriceIncreaseStatus = rawPriceIncreaseStatus
        self.gracePeriodExpiresDate = gracePeriodExpiresDate
        self.rawOfferType = rawOfferType
        self.offerIdentifier = offerIdentifier
        self.signedDate = signedDate
        self.rawEnvironment = rawEnvironment
        self.recentSubscriptionStartDate = recentSubscriptionStartDate
        self.renewalDate = renewalDate
        self.currency = currency
        self.renewalPrice = renewalPrice
        self.rawOfferDiscountType = rawOfferDiscountType
        self.eligibleWinBackOfferIds = eligibleWinBackOfferIds
        self.appAccountToken = appAccountToken
        self.appTransactionId = appTransactionId
        self.offerPeriod = offerPeriod
        self.advancedCommerceInfo = advancedCommerceInfo
        self.commitmentInfo = commitmentInfo
        self.rawRenewalBillingPlanType = rawRenewalBillingPlanType
        self.deviceVerification = deviceVerification
        self.deviceVerificationNonce = deviceVerificationNonce
    }

    /// The date against which the signer's certificates are judged.
    public var signedDateOptional: Date? { signedDate }

    private enum CodingKeys: String, CodingKey {
        case rawExpirationIntent = "expirationIntent"
        case originalTransactionId, autoRenewProductId, productId
        case rawAutoRenewStatus = "autoRenewStatus"
        case isInBillingRetryPeriod
        case rawPriceIncreaseStatus = "priceIncreaseStatus"
        case gracePeriodExpiresDate
        case rawOfferType = "offerType"
        case offerIdentifier, signedDate
        case rawEnvironment = "environment"
        case recentSubscriptionStartDate, renewalDate, currency, renewalPrice
        case rawOfferDiscountType = "offerDiscountType"
        case eligibleWinBackOfferIds, appAccountToken, appTransactionId, offerPeriod, advancedCommerceInfo,
            commitmentInfo
        case rawRenewalBillingPlanType = "renewalBillingPlanType"
        case deviceVerification, deviceVerificationNonce
    }
}
