// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension JWSRenewalInfoDecodedPayload: JSONScannable {
    package enum Field: String, CaseIterable {
        case expirationIntent, originalTransactionId, autoRenewProductId, productId, autoRenewStatus,
            isInBillingRetryPeriod, priceIncreaseStatus, gracePeriodExpiresDate, offerType, offerIdentifier, signedDate,
            environment, recentSubscriptionStartDate, renewalDate, currency, renewalPrice, offerDiscountType,
            eligibleWinBackOfferIds, appAccountToken, appTransactionId, offerPeriod, advancedCommerceInfo,
            commitmentInfo, renewalBillingPlanType, deviceVerification, deviceVerificationNonce
    }

    package static let fields = Field.allCases
    package static let fieldNames = JSONNames(Field.allCases.map(\.rawValue))

    package init(absent: Void) {
        self.init()
    }

    package mutating func read(_ field: Field, from scanner: inout JSONScanner) throws(JSONProblem) {
        switch field {
        case .expirationIntent: rawExpirationIntent = try scanner.integerIfPresent()
        case .originalTransactionId: originalTransactionId = try scanner.stringIfPresent()
        case .autoRenewProductId: autoRenewProductId = try scanner.stringIfPresent()
        case .productId: productId = try scanner.stringIfPresent()
        case .autoRenewStatus: rawAutoRenewStatus = try scanner.integerIfPresent()
        case .isInBillingRetryPeriod: isInBillingRetryPeriod = try scanner.boolIfPresent()
        case .priceIncreaseStatus: rawPriceIncreaseStatus = try scanner.integerIfPresent()
        case .gracePeriodExpiresDate: gracePeriodExpiresDate = try scanner.dateIfPresent()
        case .offerType: rawOfferType = try scanner.integerIfPresent()
        case .offerIdentifier: offerIdentifier = try scanner.stringIfPresent()
        case .signedDate: signedDate = try scanner.dateIfPresent()
        case .environment: rawEnvironment = try scanner.stringIfPresent()
        case .recentSubscriptionStartDate: recentSubscriptionStartDate = try scanner.dateIfPresent()
        case .renewalDate: renewalDate = try scanner.dateIfPresent()
        case .currency: currency = try scanner.stringIfPresent()
        case .renewalPrice: renewalPrice = try scanner.integerIfPresent()
        case .offerDiscountType: rawOfferDiscountType = try scanner.stringIfPresent()
        case .eligibleWinBackOfferIds: eligibleWinBackOfferIds = try scanner.stringsIfPresent()
        case .appAccountToken: appAccountToken = try scanner.uuidIfPresent()
        case .appTransactionId: appTransactionId = try scanner.stringIfPresent()
        case .offerPeriod: offerPeriod = try scanner.stringIfPresent()
        case .renewalBillingPlanType: rawRenewalBillingPlanType = try scanner.stringIfPresent()
        case .deviceVerification: deviceVerification = try scanner.stringIfPresent()
        case .deviceVerificationNonce: deviceVerificationNonce = try scanner.uuidIfPresent()
        // Rare: left to the decoder whenever they are there.
        case .advancedCommerceInfo, .commitmentInfo: try scanner.absent()
        }
    }
}
