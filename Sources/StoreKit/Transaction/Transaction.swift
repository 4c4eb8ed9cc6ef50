// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

/// One purchase or renewal as the store signed it.
///
/// Where a member speaks of subscriptions it is `nil` for other products.
public struct Transaction: Identifiable, Sendable {
    /// The store's identifier of this one purchase or renewal.
    public let id: UInt64
    /// The first transaction of the product, or of the subscription; every renewal keeps it.
    public let originalID: UInt64
    /// One billed period of a subscription, the same on all of the customer's devices.
    public let webOrderLineItemID: String?
    /// The product.
    public let productID: String
    /// The group the subscription belongs to.
    public let subscriptionGroupID: String?
    /// The app.
    public let appBundleID: String
    /// When this purchase or renewal was made.
    public let purchaseDate: Date
    /// When the transaction named by ``originalID`` was made.
    public let originalPurchaseDate: Date
    /// When the paid period ends; a grace period may reach beyond it.
    public let expirationDate: Date?
    /// How many were bought.
    public let purchasedQuantity: Int
    /// Whether a higher level of the group has replaced this; then look for another transaction.
    public let isUpgraded: Bool
    /// The offer that set the price.
    public let offer: Offer?
    /// When it was refunded or taken back; `nil` while it stands.
    public let revocationDate: Date?
    /// Why it was refunded or taken back.
    public let revocationReason: RevocationReason?
    /// How much was taken back.
    public let revocationType: RevocationType?
    /// The kind of the product.
    public let productType: Product.ProductType
    /// The customer's identifier in the app's own system, if it was given at the purchase.
    public let appAccountToken: UUID?
    /// The kind of store that signed this.
    public let environment: AppStore.Environment
    /// Whether the customer bought it or the store renewed it.
    public let reason: Reason
    /// The storefront of the purchase.
    public let storefront: Storefront
    /// What the customer paid, in units of ``currency``.
    public let price: Decimal?
    /// The currency of the price.
    public let currency: Locale.Currency?
    /// SHA-384 over the nonce and the device's identifier; empty when the store signed for no device.
    public let deviceVerification: Data
    /// The nonce hashed into ``deviceVerification``.
    public let deviceVerificationNonce: UUID
    /// Whether the customer bought it or has it through Family Sharing.
    public let ownershipType: OwnershipType
    /// When the store signed this; of two accounts of one transaction the later one holds.
    public let signedDate: Date
    /// How the subscription is billed, when it has a commitment.
    public let billingPlanType: Product.SubscriptionInfo.BillingPlanType?
    /// Where a subscription that is billed in parts stands in its commitment.
    public let commitmentInfo: CommitmentInfo?
    /// What a purchase through the Advanced Commerce API is made of.
    public let advancedCommerceInfo: AdvancedCommerceInfo?
    let source: SignedSource<JWSTransactionDecodedPayload>
}

extension Transaction: SignedFact {
    static var kind: String { "transaction" }

    init?(_ source: SignedSource<JWSTransactionDecodedPayload>) {
        let payload = source.payload
        guard let id = payload.transactionId.flatMap({ UInt64($0) }), let productID = payload.productId,
            let purchaseDate = payload.purchaseDate, let type = payload.rawType
        else { return nil }
        self.source = source
        self.id = id
        originalID = payload.originalTransactionId.flatMap { UInt64($0) } ?? id
        webOrderLineItemID = payload.webOrderLineItemId
        self.productID = productID
        subscriptionGroupID = payload.subscriptionGroupIdentifier
        appBundleID = payload.bundleId ?? ""
        self.purchaseDate = purchaseDate
        originalPurchaseDate = payload.originalPurchaseDate ?? purchaseDate
        expirationDate = payload.expiresDate
        purchasedQuantity = payload.quantity.map(Int.init) ?? 1
        isUpgraded = payload.isUpgraded ?? false
        offer = Offer(
            type: payload.rawOfferType, id: payload.offerIdentifier, mode: payload.rawOfferDiscountType,
            period: payload.offerPeriod)
        revocationDate = payload.revocationDate
        revocationReason = payload.rawRevocationReason.map { RevocationReason(rawValue: Int($0)) }
        revocationType = payload.rawRevocationType.map(RevocationType.init)
        productType = Product.ProductType(rawValue: type)
        appAccountToken = payload.appAccountToken
        environment = AppStore.Environment(rawValue: payload.rawEnvironment ?? "")
        reason = payload.rawTransactionReason.map(Reason.init) ?? .purchase
        currency = payload.currency.map { Locale.Currency($0) }
        storefront = Storefront(
            countryCode: payload.storefront ?? "", id: payload.storefrontId ?? "", currency: currency)
        price = payload.price.map { Decimal(milliunits: $0) }
        deviceVerification = payload.deviceHash
        deviceVerificationNonce = payload.deviceNonce
        ownershipType = payload.rawInAppOwnershipType.map(OwnershipType.init) ?? .purchased
        signedDate = payload.signedDate ?? purchaseDate
        billingPlanType = payload.rawBillingPlanType.map(Product.SubscriptionInfo.BillingPlanType.init)
        commitmentInfo = payload.commitmentInfo.flatMap { CommitmentInfo($0) }
        advancedCommerceInfo = payload.advancedCommerceInfo.flatMap { AdvancedCommerceInfo($0) }
    }
}

extension Transaction: Hashable, CustomDebugStringConvertible {
    /// Two transactions are equal when the store signed the same payload, whatever the signatures.
    public static func == (one: Self, other: Self) -> Bool {
        one.source.text.payloadSegment == other.source.text.payloadSegment
    }

    /// Feeds the identifier to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }

    /// The signed JSON.
    public var jsonRepresentation: Data { source.text.payload }

    /// The signed JSON as text, for logs.
    public var debugDescription: String { String(bytes: jsonRepresentation, encoding: .utf8) ?? "transaction \(id)" }
}
