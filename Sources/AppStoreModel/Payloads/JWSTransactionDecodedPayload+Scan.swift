// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension JWSTransactionDecodedPayload: JSONScannable {
    package enum Field: String, CaseIterable {
        case originalTransactionId, transactionId, webOrderLineItemId, bundleId, productId, subscriptionGroupIdentifier,
            purchaseDate, originalPurchaseDate, expiresDate, quantity, type, appAccountToken, inAppOwnershipType,
            signedDate, revocationReason, revocationDate, isUpgraded, offerType, offerIdentifier, environment,
            storefront, storefrontId, transactionReason, currency, price, offerDiscountType, appTransactionId,
            offerPeriod, revocationType, revocationPercentage, advancedCommerceInfo, billingPlanType, commitmentInfo,
            previousOriginalTransactionId, deviceVerification, deviceVerificationNonce
    }

    package static let fields = Field.allCases
    package static let fieldNames = JSONNames(Field.allCases.map(\.rawValue))

    package init(absent: Void) {
        self.init()
    }

    package mutating func read(_ field: Field, from scanner: inout JSONScanner) throws(JSONProblem) {
        switch field {
        case .originalTransactionId: originalTransactionId = try scanner.stringIfPresent()
        case .transactionId: transactionId = try scanner.stringIfPresent()
        case .webOrderLineItemId: webOrderLineItemId = try scanner.stringIfPresent()
        case .bundleId: bundleId = try scanner.stringIfPresent()
        case .productId: productId = try scanner.stringIfPresent()
        case .subscriptionGroupIdentifier: subscriptionGroupIdentifier = try scanner.stringIfPresent()
        case .purchaseDate: purchaseDate = try scanner.dateIfPresent()
        case .originalPurchaseDate: originalPurchaseDate = try scanner.dateIfPresent()
        case .expiresDate: expiresDate = try scanner.dateIfPresent()
        case .quantity: quantity = try scanner.integerIfPresent()
        case .type: rawType = try scanner.stringIfPresent()
        case .appAccountToken: appAccountToken = try scanner.uuidIfPresent()
        case .inAppOwnershipType: rawInAppOwnershipType = try scanner.stringIfPresent()
        case .signedDate: signedDate = try scanner.dateIfPresent()
        case .revocationReason: rawRevocationReason = try scanner.integerIfPresent()
        case .revocationDate: revocationDate = try scanner.dateIfPresent()
        case .isUpgraded: isUpgraded = try scanner.boolIfPresent()
        case .offerType: rawOfferType = try scanner.integerIfPresent()
        case .offerIdentifier: offerIdentifier = try scanner.stringIfPresent()
        case .environment: rawEnvironment = try scanner.stringIfPresent()
        case .storefront: storefront = try scanner.stringIfPresent()
        case .storefrontId: storefrontId = try scanner.stringIfPresent()
        case .transactionReason: rawTransactionReason = try scanner.stringIfPresent()
        case .currency: currency = try scanner.stringIfPresent()
        case .price: price = try scanner.integerIfPresent()
        case .offerDiscountType: rawOfferDiscountType = try scanner.stringIfPresent()
        case .appTransactionId: appTransactionId = try scanner.stringIfPresent()
        case .offerPeriod: offerPeriod = try scanner.stringIfPresent()
        case .revocationType: rawRevocationType = try scanner.stringIfPresent()
        case .revocationPercentage: revocationPercentage = try scanner.integerIfPresent()
        case .billingPlanType: rawBillingPlanType = try scanner.stringIfPresent()
        case .previousOriginalTransactionId: previousOriginalTransactionId = try scanner.stringIfPresent()
        case .deviceVerification: deviceVerification = try scanner.stringIfPresent()
        case .deviceVerificationNonce: deviceVerificationNonce = try scanner.uuidIfPresent()
        // Rare: left to the decoder whenever they are there.
        case .advancedCommerceInfo, .commitmentInfo: try scanner.absent()
        }
    }
}
