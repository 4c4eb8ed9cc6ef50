// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import StoreKit

@Suite struct DecodingTests {
    private func transaction(_ payload: JWSTransactionDecodedPayload) throws -> Transaction {
        try Signing.verifier().verify(Signing.sign(payload), as: Transaction.self).payloadValue
    }

    private func renewalInfo(_ payload: JWSRenewalInfoDecodedPayload) throws -> SubscriptionRenewalInfo {
        try Signing.verifier().verify(Signing.sign(payload), as: SubscriptionRenewalInfo.self).payloadValue
    }

    @Test func aTransactionHasAllThatWasSigned() throws {
        let token = UUID()
        let payload = JWSTransactionDecodedPayload.period(205, original: 200).with { payload in
            payload.webOrderLineItemId = "900"
            payload.appAccountToken = token
            payload.appTransactionId = "app1"
            payload.isUpgraded = true
            payload.offerType = .promotionalOffer
            payload.offerIdentifier = "summer"
            payload.offerDiscountType = .payAsYouGo
            payload.offerPeriod = "P3D"
            payload.transactionReason = .renewal
            payload.inAppOwnershipType = .familyShared
            payload.quantity = 3
        }
        let transaction = try transaction(payload)
        #expect(transaction.id == 205)
        #expect(transaction.originalID == 200)
        #expect(transaction.webOrderLineItemID == "900")
        #expect(transaction.productID == "monthly")
        #expect(transaction.subscriptionGroupID == "plans")
        #expect(transaction.appBundleID == Signing.bundleID)
        #expect(transaction.purchaseDate == Signing.start)
        #expect(transaction.expirationDate == Signing.start.addingTimeInterval(30 * 86_400))
        #expect(transaction.purchasedQuantity == 3)
        #expect(transaction.isUpgraded)
        #expect(transaction.offer?.id == "summer")
        #expect(transaction.offer?.type == .promotional)
        #expect(transaction.offer?.paymentMode == .payAsYouGo)
        #expect(transaction.offer?.period == .everyThreeDays)
        #expect(transaction.offerPeriodStringRepresentation == "P3D")
        #expect(transaction.productType == .autoRenewable)
        #expect(transaction.appAccountToken == token)
        #expect(transaction.environment == .sandbox)
        #expect(transaction.reason == .renewal)
        #expect(transaction.storefront.id == "143441")
        #expect(transaction.storefront.countryCode == "USA")
        #expect(transaction.price == Decimal(string: "9.99"))
        #expect(transaction.currency == Locale.Currency("USD"))
        #expect(transaction.ownershipType == .familyShared)
        #expect(transaction.appTransactionID == "app1")
        #expect(transaction.revocationDate == nil)
    }

    @Test func aRevokedTransactionSaysWhyAndHowMuch() throws {
        let payload = JWSTransactionDecodedPayload.made(1).revoked().with { payload in
            payload.revocationType = .refundProrated
            payload.revocationPercentage = 33_333
        }
        let transaction = try transaction(payload)
        #expect(transaction.revocationDate == Signing.start.addingTimeInterval(86_400))
        #expect(transaction.revocationReason == .other)
        #expect(transaction.revocationType == .proratedRefund)
        #expect(transaction.revocationPercentage == Decimal(string: "33.333"))
    }

    @Test func kindsNobodyKnowsYetAreKept() throws {
        let payload = JWSTransactionDecodedPayload.made(1).with { payload in
            payload.rawType = "Bundle"
            payload.rawOfferType = 9
            payload.rawEnvironment = "Moon"
        }
        let transaction = try transaction(payload)
        #expect(transaction.productType.rawValue == "Bundle")
        #expect(transaction.offer?.type.rawValue == 9)
        #expect(transaction.environment.rawValue == "Moon")
    }

    @Test func theIdentifiersOfXcodeBeginAtZero() throws {
        #expect(try transaction(.made(0)).id == 0)
    }

    @Test func aRenewalInfoHasAllThatWasSigned() throws {
        let info = try renewalInfo(
            .made(original: 200).with { payload in
                payload.priceIncreaseStatus = .customerHasNotResponded
                payload.eligibleWinBackOfferIds = ["best", "good"]
                payload.isInBillingRetryPeriod = true
                payload.gracePeriodExpiresDate = Signing.start.addingTimeInterval(5)
            })
        #expect(info.originalTransactionID == 200)
        #expect(info.currentProductID == "monthly")
        #expect(info.willAutoRenew)
        #expect(info.autoRenewPreference == "monthly")
        #expect(info.priceIncreaseStatus == .pending)
        #expect(info.isInBillingRetry)
        #expect(info.gracePeriodExpirationDate == Signing.start.addingTimeInterval(5))
        #expect(info.eligibleWinBackOfferIDs == ["best", "good"])
        #expect(info.renewalPrice == Decimal(string: "9.99"))
        #expect(info.currency == Locale.Currency("USD"))
        #expect(info.recentSubscriptionStartDate == Signing.start)
        #expect(info.expirationReason == nil)
    }

    @Test func aRenewalThatIsOffHasNoPreferenceAndNoPriceNoCurrency() throws {
        let info = try renewalInfo(
            .made().with { payload in
                payload.autoRenewStatus = .off
                payload.renewalPrice = nil
                payload.expirationIntent = .customerCancelled
            })
        #expect(!info.willAutoRenew)
        #expect(info.autoRenewPreference == nil)
        #expect(info.currency == nil)
        #expect(info.currencyCode == nil)
        #expect(info.expirationReason == .autoRenewDisabled)
        #expect(info.priceIncreaseStatus == .noIncreasePending)
    }

    @Test func anAppTransactionHasAllThatWasSigned() throws {
        let compact = try Signing.sign(AppStoreModel.AppTransaction.made())
        let app = try Signing.verifier().verify(compact, as: StoreKit.AppTransaction.self).payloadValue
        #expect(app.appID == 42)
        #expect(app.bundleID == Signing.bundleID)
        #expect(app.appVersion == "2.0")
        #expect(app.originalAppVersion == "1.0")
        #expect(app.environment == .sandbox)
        #expect(app.originalPlatform == .macOS)
        #expect(app.signedDate == Signing.start)
    }
}
