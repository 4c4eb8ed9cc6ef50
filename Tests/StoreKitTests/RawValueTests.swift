// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreKit
import Testing

/// Apps keep raw values, so they are Apple's: those of signed data.
@Suite struct RawValueTests {
    @Test func whatTransactionsSay() {
        #expect(
            [Product.ProductType.consumable, .nonConsumable, .nonRenewable, .autoRenewable].map(\.rawValue) == [
                "Consumable", "Non-Consumable", "Non-Renewing Subscription", "Auto-Renewable Subscription",
            ])
        #expect(
            [Transaction.OwnershipType.purchased, .familyShared].map(\.rawValue) == ["PURCHASED", "FAMILY_SHARED"])
        #expect([Transaction.Reason.purchase, .renewal].map(\.rawValue) == ["PURCHASE", "RENEWAL"])
        #expect([Transaction.RevocationReason.developerIssue, .other].map(\.rawValue) == [1, 0])
        #expect(
            [Transaction.RevocationType.fullRefund, .proratedRefund, .familyRevocation].map(\.rawValue) == [
                "REFUND_FULL", "REFUND_PRORATED", "FAMILY_REVOKE",
            ])
        #expect(
            [Transaction.OfferType.introductory, .promotional, .code, .winBack].map(\.rawValue) == [1, 2, 3, 4])
        #expect(
            [Transaction.Offer.PaymentMode.freeTrial, .payAsYouGo, .payUpFront, .oneTime].map(\.rawValue) == [
                "FREE_TRIAL", "PAY_AS_YOU_GO", "PAY_UP_FRONT", "ONE_TIME",
            ])
    }

    @Test func whatSubscriptionsSay() {
        typealias Info = Product.SubscriptionInfo
        let reasons: [Info.RenewalInfo.ExpirationReason] = [
            .autoRenewDisabled, .billingError, .didNotConsentToPriceIncrease, .productUnavailable, .unknown,
        ]
        #expect(reasons.map(\.rawValue) == [1, 2, 3, 4, 5])
        let states: [Info.RenewalState] = [.subscribed, .expired, .inBillingRetryPeriod, .inGracePeriod, .revoked]
        #expect(states.map(\.rawValue) == [1, 2, 3, 4, 5])
    }

    @Test func whereThingsAre() {
        #expect(
            [AppStore.Environment.production, .sandbox, .xcode].map(\.rawValue) == ["Production", "Sandbox", "Xcode"])
        #expect(
            [AppStore.Platform.iOS, .macOS, .tvOS, .visionOS].map(\.rawValue) == ["iOS", "macOS", "tvOS", "visionOS"])
    }
}
