// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension JWSRenewalInfoDecodedPayload: JSONWritable {
    package func write(to object: inout JSONObjectWriter) {
        object.add(unlessAbsent: advancedCommerceInfo)
        object.add("appAccountToken", appAccountToken)
        object.add("appTransactionId", appTransactionId)
        object.add("autoRenewProductId", autoRenewProductId)
        object.add("autoRenewStatus", rawAutoRenewStatus)
        object.add(unlessAbsent: commitmentInfo)
        object.add("currency", currency)
        object.add("deviceVerification", deviceVerification)
        object.add("deviceVerificationNonce", deviceVerificationNonce)
        object.add("eligibleWinBackOfferIds", eligibleWinBackOfferIds)
        object.add("environment", rawEnvironment)
        object.add("expirationIntent", rawExpirationIntent)
        object.add("gracePeriodExpiresDate", gracePeriodExpiresDate)
        object.add("isInBillingRetryPeriod", isInBillingRetryPeriod)
        object.add("offerDiscountType", rawOfferDiscountType)
        object.add("offerIdentifier", offerIdentifier)
        object.add("offerPeriod", offerPeriod)
        object.add("offerType", rawOfferType)
        object.add("originalTransactionId", originalTransactionId)
        object.add("priceIncreaseStatus", rawPriceIncreaseStatus)
        object.add("productId", productId)
        object.add("recentSubscriptionStartDate", recentSubscriptionStartDate)
        object.add("renewalBillingPlanType", rawRenewalBillingPlanType)
        object.add("renewalDate", renewalDate)
        object.add("renewalPrice", renewalPrice)
        object.add("signedDate", signedDate)
    }
}
