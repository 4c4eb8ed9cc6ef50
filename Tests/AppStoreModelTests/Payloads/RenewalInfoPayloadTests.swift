// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@Suite struct RenewalInfoPayloadTests {
    @Test func everyFieldOfARenewalInfoIsRead() throws {
        let payload = try Fixture.read(JWSRenewalInfoDecodedPayload.self, "signedRenewalInfo")
        #expect(payload.expirationIntent == .customerCancelled)
        #expect(payload.originalTransactionId == "12345")
        #expect(payload.autoRenewProductId == "com.example.product.2")
        #expect(payload.productId == "com.example.product")
        #expect(payload.autoRenewStatus == .on)
        #expect(payload.isInBillingRetryPeriod == true)
        #expect(payload.priceIncreaseStatus == .customerHasNotResponded)
        #expect(payload.gracePeriodExpiresDate == Date(milliseconds: 1_698_148_900_000))
        #expect(payload.offerType == .promotionalOffer)
        #expect(payload.offerIdentifier == "abc.123")
        #expect(payload.signedDateOptional == Date(milliseconds: 1_698_148_800_000))
        #expect(payload.environment == .localTesting)
        #expect(payload.recentSubscriptionStartDate == Date(milliseconds: 1_698_148_800_000))
        #expect(payload.renewalDate == Date(milliseconds: 1_698_148_850_000))
        #expect(payload.renewalPrice == 9_990)
        #expect(payload.currency == "USD")
        #expect(payload.offerDiscountType == .payAsYouGo)
        #expect(payload.eligibleWinBackOfferIds == ["eligible1", "eligible2"])
        #expect(payload.appTransactionId == "71134")
        #expect(payload.offerPeriod == "P1Y")
        #expect(payload.appAccountToken == UUID(uuidString: "7e3fb20b-4cdb-47cc-936d-99d65f608138"))
        #expect(payload.renewalBillingPlanType == .monthly)
    }

    @Test func nestedPartsAreRead() throws {
        let payload = try Fixture.read(JWSRenewalInfoDecodedPayload.self, "signedRenewalInfo")
        #expect(payload.advancedCommerceInfo?.consistencyToken == "token-abc-123")
        let increase = try #require(payload.advancedCommerceInfo?.items?.first?.priceIncreaseInfo)
        #expect(increase.status == .pending)
        #expect(increase.dependentSKUs == ["com.example.sku.1", "com.example.sku.2"])
        let commitment = try #require(payload.commitmentInfo)
        #expect(commitment.commitmentAutoRenewStatus == .on)
        #expect(commitment.commitmentRenewalBillingPlanType == .monthly)
        #expect(commitment.commitmentRenewalDate == Date(milliseconds: 1_698_149_500_000))
    }

    @Test func theKeysOfDevicesTravel() throws {
        let json = #"{"deviceVerification":"u+W1/w","deviceVerificationNonce":"3439919e-87c9-47b6-aeee-2823f7a9d3c3"}"#
        let payload = try read(JWSRenewalInfoDecodedPayload.self, from: json)
        #expect(payload.deviceVerification == "u+W1/w")
        #expect(payload.deviceVerificationNonce == UUID(uuidString: "3439919E-87C9-47B6-AEEE-2823F7A9D3C3"))
        #expect(try written(payload) == json)
    }
}
