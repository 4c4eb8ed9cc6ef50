// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Foundation
package import StoreConfiguration

// The payloads the store signs. They are made of the records only when somebody asks, so that an engine that runs
// through a year need not write them.

extension Engine {
    /// The payload of a transaction.
    package func payload(of record: TransactionRecord, signedAt date: StoreInstant) -> JWSTransactionDecodedPayload {
        let item = catalogue[record.product]
        let storefront = record.storefront
        var payload = JWSTransactionDecodedPayload()
        payload.originalTransactionId = identifier(of: record.original)
        payload.transactionId = identifier(of: record.index)
        payload.bundleId = identity.bundleID
        payload.productId = item.product.id
        if case .subscription(let subscription) = item {
            payload.subscriptionGroupIdentifier = subscription.groupID
            payload.webOrderLineItemId = String(identifiers.firstOrderLine + UInt64(record.index.value))
        }
        payload.purchaseDate = record.purchaseDate.date
        payload.originalPurchaseDate = record.originalPurchaseDate.date
        payload.expiresDate = record.expiresDate?.date
        payload.quantity = record.quantity
        payload.type = Self.type(of: item.product)
        payload.appAccountToken = record.appAccountToken
        payload.inAppOwnershipType = record.isFamilyShared ? .familyShared : .purchased
        payload.signedDate = date.date
        payload.revocationDate = record.revocation?.date.date
        payload.revocationReason = record.revocation?.reason
        payload.revocationType = record.revocation?.type
        // A member paid nothing, so nothing of it is paid back.
        payload.revocationPercentage = record.isFamilyShared ? nil : record.revocation?.percentage
        // The App Store says so only when it is; Xcode says it of every subscription.
        let saysAlways = identity.environment == .xcode && record.subscription != nil
        payload.isUpgraded = record.isUpgraded || saysAlways ? record.isUpgraded : nil
        payload.offerType = record.offer?.type
        payload.offerIdentifier = record.offer?.id
        payload.offerDiscountType = record.offer?.discountType
        payload.offerPeriod = record.offer?.period?.iso8601
        payload.environment = identity.environment
        payload.storefront = storefront.countryCode
        payload.storefrontId = storefront.id
        payload.transactionReason = record.reason
        payload.currency = storefront.currency
        payload.price = record.price
        if case .subscription(let subscription) = item, !subscription.billingPlans.isEmpty {
            payload.billingPlanType = record.commitment == nil ? .billedUpfront : .monthly
            payload.commitmentInfo = record.commitment.flatMap(Self.commitmentInfo)
        }
        payload.advancedCommerceInfo = advancedInfo(of: record)
        payload.previousOriginalTransactionId = record.previousOriginal.map(identifier)
        payload.appTransactionId = self[record.account].appTransactionID
        return payload
    }

    /// Where a payment stands in its commitment; an offer that comes before the first payment stands nowhere.
    private static func commitmentInfo(_ commitment: TransactionRecord.Commitment) -> TransactionCommitmentInfo? {
        try? TransactionCommitmentInfo(
            billingPeriodNumber: Int32(commitment.number), commitmentExpiresDate: commitment.expires.date,
            commitmentPrice: commitment.price, totalBillingPeriods: Int32(commitment.total))
    }

    private func commitmentInfo(_ commitment: RenewalRecord.Commitment) -> RenewalCommitmentInfo {
        RenewalCommitmentInfo(
            commitmentAutoRenewProductId: catalogue[commitment.product].product.id,
            commitmentAutoRenewStatus: commitment.renews ? .on : .off,
            commitmentRenewalBillingPlanType: RenewalBillingPlanType(rawValue: commitment.plan.rawValue),
            commitmentRenewalDate: commitment.date.date, commitmentRenewalPrice: commitment.price)
    }

    /// The payload of a subscription's renewal.
    package func payload(of record: RenewalRecord, signedAt date: StoreInstant) -> JWSRenewalInfoDecodedPayload {
        let subscription = record.subscription
        var payload = JWSRenewalInfoDecodedPayload()
        payload.originalTransactionId = identifier(of: subscription.original)
        payload.autoRenewProductId = catalogue[record.product].product.id
        payload.productId = catalogue[subscription.product].product.id
        payload.autoRenewStatus = subscription.autoRenews ? .on : .off
        switch subscription.state {
        case .active, .revoked:
            break
        case .gracePeriod(_, let until, _):
            payload.isInBillingRetryPeriod = true
            payload.expirationIntent = .billingError
            payload.gracePeriodExpiresDate = until.date
        case .billingRetry:
            payload.isInBillingRetryPeriod = true
            payload.expirationIntent = .billingError
        case .expired(_, let reason):
            payload.isInBillingRetryPeriod = false
            payload.expirationIntent = reason
        }
        payload.priceIncreaseStatus = record.priceIncrease
        payload.renewalPrice = record.price
        payload.currency = record.price == nil ? nil : record.storefront.currency
        payload.offerType = record.offer?.type
        payload.offerIdentifier = record.offer?.id
        payload.offerDiscountType = record.offer?.discountType
        payload.offerPeriod = record.offer?.period?.iso8601
        payload.eligibleWinBackOfferIds = record.eligibleWinBackOfferIDs.isEmpty ? nil : record.eligibleWinBackOfferIDs
        payload.renewalBillingPlanType = record.plan.flatMap { RenewalBillingPlanType(rawValue: $0.rawValue) }
        payload.commitmentInfo = record.commitment.map(commitmentInfo)
        payload.signedDate = date.date
        payload.environment = identity.environment
        payload.recentSubscriptionStartDate = subscription.recentStart.date
        payload.renewalDate = record.renewalDate.date
        payload.advancedCommerceInfo = advancedInfo(of: record)
        payload.appAccountToken = subscription.appAccountToken
        payload.appTransactionId = self[subscription.account].appTransactionID
        return payload
    }

    /// The record of an account's download of the app.
    ///
    /// Only in Production somebody downloaded it. In Xcode the date of that is the first day of the calendar; in the Sandbox
    /// it is the same for everybody, and so is the first version (Apple's receipt fields, `original_application_version`).
    package func appTransaction(of account: AccountID, signedAt date: StoreInstant) -> AppTransaction {
        let (downloaded, firstVersion) =
            switch identity.environment {
            case .xcode: (StoreInstant(milliseconds: -62_135_769_600_000), identity.version)
            case .sandbox: (StoreInstant(milliseconds: 1_375_340_400_000), "1.0")
            default: (self[account].openedAt, identity.version)
            }
        return AppTransaction(
            receiptType: identity.environment, appAppleId: identity.appAppleID, bundleId: identity.bundleID,
            applicationVersion: identity.version, receiptCreationDate: date.date,
            originalPurchaseDate: downloaded.date, originalApplicationVersion: firstVersion,
            appTransactionId: self[account].appTransactionID, originalPlatform: .iOS, requestDate: date.date)
    }

    /// The same as the server's facts have it, which say nothing of a device.
    package func serverAppTransaction(of account: AccountID, signedAt date: StoreInstant) -> AppTransaction {
        var payload = appTransaction(of: account, signedAt: date)
        payload.applicationVersion = nil
        payload.requestDate = nil
        return payload
    }

    /// The type of a product as facts spell it.
    package static func type(of product: StoreKitConfiguration.Product) -> ProductType {
        switch product.type {
        case .consumable: .consumable
        case .nonConsumable: .nonConsumable
        case .nonRenewingSubscription: .nonRenewingSubscription
        case .autoRenewableSubscription: .autoRenewableSubscription
        }
    }

    /// How an offer is paid, as facts spell it.
    package static func discountType(of mode: StoreKitConfiguration.Offer.PaymentMode) -> OfferDiscountType {
        switch mode {
        case .freeTrial: .freeTrial
        case .payAsYouGo: .payAsYouGo
        case .payUpFront: .payUpFront
        }
    }
}
