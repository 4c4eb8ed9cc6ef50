// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One purchase or renewal as the App Store signs it, for servers and devices alike.
public struct JWSTransactionDecodedPayload: DecodedSignedData, Hashable {
    /// The first transaction of this purchase; every renewal of a subscription keeps it.
    public var originalTransactionId: String?

    /// The App Store's identifier of this one purchase or renewal, a decimal string.
    public var transactionId: String?

    /// One billed period of a subscription, the same on all of a customer's devices.
    public var webOrderLineItemId: String?

    /// The app's bundle identifier.
    public var bundleId: String?

    /// The in-app product's identifier as set up by the developer.
    public var productId: String?

    /// The group the subscription belongs to; a customer holds one product of a group at a time.
    public var subscriptionGroupIdentifier: String?

    /// When the customer was charged for, or otherwise got, this purchase or renewal.
    public var purchaseDate: Date?

    /// When the transaction named by `originalTransactionId` was made.
    public var originalPurchaseDate: Date?

    /// When the paid period ends; a grace period may reach beyond it.
    public var expiresDate: Date?

    /// How many were bought; more than one only for consumables and non-renewing subscriptions.
    public var quantity: Int32?

    /// ``type`` as it stands on the wire, also when the value is unknown.
    public var rawType: String?

    /// The customer in the developer's own system, as the app gave it at the purchase.
    public var appAccountToken: UUID?

    /// ``inAppOwnershipType`` as it stands on the wire, also when the value is unknown.
    public var rawInAppOwnershipType: String?

    /// When the App Store signed this; of two accounts of one fact the later signed one holds.
    public var signedDate: Date?

    /// ``revocationReason`` as it stands on the wire, also when the value is unknown.
    public var rawRevocationReason: Int32?

    /// When the purchase was refunded or taken back; absent while it stands.
    public var revocationDate: Date?

    /// True once the customer has moved to a higher level of the group, which replaced this transaction.
    public var isUpgraded: Bool?

    /// ``offerType`` as it stands on the wire, also when the value is unknown.
    public var rawOfferType: Int32?

    /// The promotional offer's identifier or the offer code's reference.
    public var offerIdentifier: String?

    /// ``environment`` as it stands on the wire, also when the value is unknown.
    public var rawEnvironment: String?

    /// The country or region of the purchase, three letters of ISO 3166-1.
    public var storefront: String?

    /// Apple's number for the storefront, a decimal string.
    public var storefrontId: String?

    /// ``transactionReason`` as it stands on the wire, also when the value is unknown.
    public var rawTransactionReason: String?

    /// The currency of the price, three letters of ISO 4217.
    public var currency: String?

    /// The price in thousandths of the currency's unit: 9990 is 9.99.
    public var price: Int64?

    /// ``offerDiscountType`` as it stands on the wire, also when the value is unknown.
    public var rawOfferDiscountType: String?

    /// The customer's download of the app: one for each Apple Account and app.
    public var appTransactionId: String?

    /// The length of the offer as an ISO 8601 duration such as `P1M`.
    public var offerPeriod: String?

    /// ``revocationType`` as it stands on the wire, also when the value is unknown.
    public var rawRevocationType: String?

    /// The refunded part in thousandths of a percent: 100000 is everything.
    public var revocationPercentage: Int32?

    /// What only purchases through the Advanced Commerce API carry.
    public var advancedCommerceInfo: AdvancedCommerceTransactionInfo?

    /// ``billingPlanType`` as it stands on the wire, also when the value is unknown.
    public var rawBillingPlanType: String?

    /// Where a subscription billed monthly stands in its commitment; absent for other subscriptions.
    public var commitmentInfo: TransactionCommitmentInfo?

    /// The original transaction of the subscription that was migrated to the Advanced Commerce API.
    public var previousOriginalTransactionId: String?

    /// SHA-384 over the nonce and the device's identifier in base64; only on data made for a device.
    public var deviceVerification: String?

    /// The nonce hashed into `deviceVerification`.
    public var deviceVerificationNonce: UUID?

    /// Creates one from known values.
    public init(
        originalTransactionId: String? = nil, transactionId: String? = nil, webOrderLineItemId: String? = nil,
        bundleId: String? = nil, productId: String? = nil, subscriptionGroupIdentifier: String? = nil,
        purchaseDate: Date? = nil, originalPurchaseDate: Date? = nil, expiresDate: Date? = nil, quantity: Int32? = nil,
        type: ProductType? = nil, appAccountToken: UUID? = nil, inAppOwnershipType: InAppOwnershipType? = nil,
        signedDate: Date? = nil, revocationReason: RevocationReason? = nil, revocationDate: Date? = nil,
        isUpgraded: Bool? = nil, offerType: OfferType? = nil, offerIdentifier: String? = nil,
        environment: AppStoreEnvironment? = nil, storefront: String? = nil, storefrontId: String? = nil,
        transactionReason: TransactionReason? = nil, currency: String? = nil, price: Int64? = nil,
        offerDiscountType: OfferDiscountType? = nil, appTransactionId: String? = nil, offerPeriod: String? = nil,
        revocationType: RevocationType? = nil, revocationPercentage: Int32? = nil,
        advancedCommerceInfo: AdvancedCommerceTransactionInfo? = nil, billingPlanType: BillingPlanType? = nil,
        commitmentInfo: TransactionCommitmentInfo? = nil, previousOriginalTransactionId: String? = nil,
        deviceVerification: String? = nil, deviceVerificationNonce: UUID? = nil
    ) {
        self.init(
            originalTransactionId: originalTransactionId, transactionId: transactionId,
            webOrderLineItemId: webOrderLineItemId, bundleId: bundleId, productId: productId,
            subscriptionGroupIdentifier: subscriptionGroupIdentifier, purchaseDate: purchaseDate,
            originalPurchaseDate: originalPurchaseDate, expiresDate: expiresDate, quantity: quantity,
            rawType: type?.rawValue, appAccountToken: appAccountToken,
            rawInAppOwnershipType: inAppOwnershipType?.rawValue, signedDate: signedDate,
            rawRevocationReason: revocationReason?.rawValue, revocationDate: revocationDate, isUpgraded: isUpgraded,
            rawOfferType: offerType?.rawValue, offerIdentifier: offerIdentifier, rawEnvironment: environment?.rawValue,
            storefront: storefront, storefrontId: storefrontId, rawTransactionReason: transactionReason?.rawValue,
            currency: currency, price: price, rawOfferDiscountType: offerDiscountType?.rawValue,
            appTransactionId: appTransactionId, offerPeriod: offerPeriod, rawRevocationType: revocationType?.rawValue,
            revocationPercentage: revocationPercentage, advancedCommerceInfo: advancedCommerceInfo,
            rawBillingPlanType: billingPlanType?.rawValue, commitmentInfo: commitmentInfo,
            previousOriginalTransactionId: previousOriginalTransactionId, deviceVerification: deviceVerification,
            deviceVerificationNonce: deviceVerificationNonce)
    }

    /// Creates one from raw values, known or not.
    @_disfavoredOverload
    public init(
        originalTransactionId: String? = nil, transactionId: String? = nil, webOrderLineItemId: String? = nil,
        bundleId: String? = nil, productId: String? = nil, subscriptionGroupIdentifier: String? = nil,
        purchaseDate: Date? = nil, originalPurchaseDate: Date? = nil, expiresDate: Date? = nil, quantity: Int32? = nil,
        rawType: String? = nil, appAccountToken: UUID? = nil, rawInAppOwnershipType: String? = nil,
        signedDate: Date? = nil, rawRevocationReason: Int32? = nil, revocationDate: Date? = nil,
        isUpgraded: Bool? = nil, rawOfferType: Int32? = nil, offerIdentifier: String? = nil,
        rawEnvironment: String? = nil, storefront: String? = nil, storefrontId: String? = nil,
        rawTransactionReason: String? = nil, currency: String? = nil, price: Int64? = nil,
        rawOfferDiscountType: String? = nil, appTransactionId: String? = nil, offerPeriod: String? = nil,
        rawRevocationType: String? = nil, revocationPercentage: Int32? = nil,
        advancedCommerceInfo: AdvancedCommerceTransactionInfo? = nil, rawBillingPlanType: String? = nil,
        commitmentInfo: TransactionCommitmentInfo? = nil, previousOriginalTransactionId: String? = nil,
        deviceVerification: String? = nil, deviceVerificationNonce: UUID? = nil
    ) {
        self.originalTransactionId = originalTransactionId
        self.transactionId = transactionId
        self.webOrderLineItemId = webOrderLineItemId
        self.bundleId = bundleId
        self.productId = productId
        self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
        self.purchaseDate = purchaseDate
        self.originalPurchaseDate = originalPurchaseDate
        self.expiresDate = expiresDate
        self.quantity = quantity
        self.rawType = rawType
        self.appAccountToken = appAccountToken
        self.rawInAppOwnershipType = rawInAppOwnershipType
        self.signedDate = signedDate
        self.rawRevocationReason = rawRevocationReason
        self.revocationDate = revocationDate
        self.isUpgraded = isUpgraded
        self.rawOfferType = rawOfferType
        self.offerIdentifier = offerIdentifier
        self.rawEnvironment = rawEnvironment
        self.storefront = storefront
        self.storefrontId = storefrontId
        self.rawTransactionReason = rawTransactionReason
        self.currency = currency
        self.price = price
        self.rawOfferDiscountType = rawOfferDiscountType
        self.appTransactionId = appTransactionId
        self.offerPeriod = offerPeriod
        self.rawRevocationType = rawRevocationType
        self.revocationPercentage = revocationPercentage
        self.advancedCommerceInfo = advancedCommerceInfo
        self.rawBillingPlanType = rawBillingPlanType
        self.commitmentInfo = commitmentInfo
        self.previousOriginalTransactionId = previousOriginalTransactionId
        self.deviceVerification = deviceVerification
        self.deviceVerificationNonce = deviceVerificationNonce
    }

    /// The date against which the signer's certificates are judged.
    public var signedDateOptional: Date? { signedDate }

    private enum CodingKeys: String, CodingKey {
        case originalTransactionId, transactionId, webOrderLineItemId, bundleId, productId, subscriptionGroupIdentifier,
            purchaseDate, originalPurchaseDate, expiresDate, quantity
        case rawType = "type"
        case appAccountToken
        case rawInAppOwnershipType = "inAppOwnershipType"
        case signedDate
        case rawRevocationReason = "revocationReason"
        case revocationDate, isUpgraded
        case rawOfferType = "offerType"
        case offerIdentifier
        case rawEnvironment = "environment"
        case storefront, storefrontId
        case rawTransactionReason = "transactionReason"
        case currency, price
        case rawOfferDiscountType = "offerDiscountType"
        case appTransactionId, offerPeriod
        case rawRevocationType = "revocationType"
        case revocationPercentage, advancedCommerceInfo
        case rawBillingPlanType = "billingPlanType"
        case commitmentInfo, previousOriginalTransactionId, deviceVerification, deviceVerificationNonce
    }
}
