// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension JWSTransactionDecodedPayload {
    /// The kind of product bought.
    public var type: ProductType? {
        get { rawType.flatMap(ProductType.init(rawValue:)) }
        set { rawType = newValue?.rawValue }
    }

    /// Whether the customer bought it or has it through Family Sharing.
    public var inAppOwnershipType: InAppOwnershipType? {
        get { rawInAppOwnershipType.flatMap(InAppOwnershipType.init(rawValue:)) }
        set { rawInAppOwnershipType = newValue?.rawValue }
    }

    /// Why the purchase was refunded or taken back.
    public var revocationReason: RevocationReason? {
        get { rawRevocationReason.flatMap(RevocationReason.init(rawValue:)) }
        set { rawRevocationReason = newValue?.rawValue }
    }

    /// The kind of offer that set the price.
    public var offerType: OfferType? {
        get { rawOfferType.flatMap(OfferType.init(rawValue:)) }
        set { rawOfferType = newValue?.rawValue }
    }

    /// The store that signed this, which also decides the certificates that may vouch for it.
    public var environment: AppStoreEnvironment? {
        get { rawEnvironment.flatMap(AppStoreEnvironment.init(rawValue:)) }
        set { rawEnvironment = newValue?.rawValue }
    }

    /// Whether the customer bought it or the store renewed it.
    public var transactionReason: TransactionReason? {
        get { rawTransactionReason.flatMap(TransactionReason.init(rawValue:)) }
        set { rawTransactionReason = newValue?.rawValue }
    }

    /// How an offer is paid for.
    public var offerDiscountType: OfferDiscountType? {
        get { rawOfferDiscountType.flatMap(OfferDiscountType.init(rawValue:)) }
        set { rawOfferDiscountType = newValue?.rawValue }
    }

    /// Whether all or part was refunded, or family access was lost.
    public var revocationType: RevocationType? {
        get { rawRevocationType.flatMap(RevocationType.init(rawValue:)) }
        set { rawRevocationType = newValue?.rawValue }
    }

    /// How a subscription with a commitment is billed.
    public var billingPlanType: BillingPlanType? {
        get { rawBillingPlanType.flatMap(BillingPlanType.init(rawValue:)) }
        set { rawBillingPlanType = newValue?.rawValue }
    }
}
