// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct TransactionPayloadTests {
    @Test func everyFieldOfATransactionIsRead() throws {
        let payload = try Fixture.read(JWSTransactionDecodedPayload.self, "signedTransaction")
        #expect(payload.transactionId == "23456")
        #expect(payload.originalTransactionId == "12345")
        #expect(payload.webOrderLineItemId == "34343")
        #expect(payload.bundleId == "com.example")
        #expect(payload.productId == "com.example.product")
        #expect(payload.subscriptionGroupIdentifier == "55555")
        #expect(payload.purchaseDate == Date(milliseconds: 1_698_148_900_000))
        #expect(payload.originalPurchaseDate == Date(milliseconds: 1_698_148_800_000))
        #expect(payload.expiresDate == Date(milliseconds: 1_698_149_000_000))
        #expect(payload.quantity == 1)
        #expect(payload.type == .autoRenewableSubscription)
        #expect(payload.appAccountToken == UUID(uuidString: "7e3fb20b-4cdb-47cc-936d-99d65f608138"))
        #expect(payload.inAppOwnershipType == .purchased)
        #expect(payload.signedDateOptional == Date(milliseconds: 1_698_148_900_000))
        #expect(payload.revocationReason == .refundedDueToIssue)
        #expect(payload.revocationDate == Date(milliseconds: 1_698_148_950_000))
        #expect(payload.isUpgraded == true)
        #expect(payload.offerType == .introductoryOffer)
        #expect(payload.offerIdentifier == "abc.123")
        #expect(payload.environment == .localTesting)
        #expect(payload.transactionReason == .purchase)
        #expect(payload.storefront == "USA")
        #expect(payload.storefrontId == "143441")
        #expect(payload.price == 10_990)
        #expect(payload.currency == "USD")
        #expect(payload.offerDiscountType == .payAsYouGo)
        #expect(payload.appTransactionId == "71134")
        #expect(payload.offerPeriod == "P1Y")
        #expect(payload.billingPlanType == .monthly)
    }

    @Test func advancedCommercePartsAreRead() throws {
        let payload = try Fixture.read(JWSTransactionDecodedPayload.self, "signedTransaction")
        let info = try #require(payload.advancedCommerceInfo)
        #expect(info.descriptors?.displayName == "Premium")
        #expect(info.period == .p1M)
        #expect(info.taxRate == "0.15")
        let item = try #require(info.items?.first)
        #expect(item.sku == "com.example.sku.premium")
        #expect(item.revocationDate == Date(milliseconds: 1_698_149_200_000))
        #expect(item.refunds?.first?.refundReason == .fulfillmentIssue)
        #expect(item.refunds?.first?.refundType == .prorated)
    }

    @Test func aCommitmentIsRead() throws {
        let payload = try Fixture.read(JWSTransactionDecodedPayload.self, "signedTransaction")
        let commitment = try #require(payload.commitmentInfo)
        #expect(commitment.billingPeriodNumber == 3)
        #expect(commitment.totalBillingPeriods == 12)
        #expect(commitment.commitmentPrice == 119_880)
        #expect(commitment.commitmentExpiresDate == Date(milliseconds: 1_698_150_000_000))
    }

    @Test func aPartialRefundIsRead() throws {
        let payload = try Fixture.read(JWSTransactionDecodedPayload.self, "signedTransactionWithRevocation")
        #expect(payload.revocationType == .refundProrated)
        #expect(payload.revocationPercentage == 50_000)
    }

    @Test func theKeysOfDevicesAndOfMigrationTravel() throws {
        let nonce = try #require(UUID(uuidString: "7EDEA87D-98F0-42D0-9682-49CA81022F73"))
        let payload = JWSTransactionDecodedPayload(
            previousOriginalTransactionId: "7", deviceVerification: "sGDn", deviceVerificationNonce: nonce)
        let json =
            #"{"deviceVerification":"sGDn","deviceVerificationNonce":"7edea87d-98f0-42d0-9682-49ca81022f73","#
            + #""previousOriginalTransactionId":"7"}"#
        #expect(try written(payload) == json)
        #expect(try read(JWSTransactionDecodedPayload.self, from: json) == payload)
    }

    @Test(arguments: [0, 13] as [Int32])
    func aBillingPeriodOutsideOneToTwelveIsRefused(_ number: Int32) {
        #expect(throws: HelperValidationUtils.ValidationError.outOfRange(fieldName: "periodCount", min: 1, max: 12)) {
            try TransactionCommitmentInfo(billingPeriodNumber: number)
        }
    }
}
