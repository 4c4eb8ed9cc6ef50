// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppStoreModel

/// The fast way to write JSON against `JSONEncoder`: every byte must be the same.
@Suite struct FastWritingTests {
    private static let transaction = JWSTransactionDecodedPayload(
        originalTransactionId: "2000000712345678", transactionId: "2000000812345678",
        webOrderLineItemId: "2000000012345678", bundleId: "com.example.shop", productId: "plus/monthly",
        subscriptionGroupIdentifier: "21456789", purchaseDate: Date(timeIntervalSince1970: 1_800_000_000.123),
        originalPurchaseDate: Date(timeIntervalSince1970: -62_135_769_600), expiresDate: Date(timeIntervalSince1970: 0),
        quantity: 1, type: .autoRenewableSubscription,
        appAccountToken: UUID(uuidString: "7E3FB20B-4CDB-47CC-936D-99D65F608138"), inAppOwnershipType: .purchased,
        signedDate: Date(timeIntervalSince1970: 1_800_000_000.9996), revocationReason: .refundedForOtherReason,
        revocationDate: Date(timeIntervalSince1970: 1_800_000_001), isUpgraded: true, offerType: .introductoryOffer,
        offerIdentifier: "", environment: .sandbox, storefront: "USA", storefrontId: "143441",
        transactionReason: .renewal, currency: "USD", price: .max, offerDiscountType: .payAsYouGo,
        appTransactionId: "704123456789012345", offerPeriod: "P1M", revocationType: .refundProrated,
        revocationPercentage: .min, billingPlanType: .monthly, previousOriginalTransactionId: "1",
        deviceVerification: "cYUsXc53EbYc0pOeXG5d6/31LGHeVGf84sqSN0OrJi5u/j2H89WWKgS8N0hMsMlf",
        deviceVerificationNonce: UUID(uuidString: "48c8b92d-ce0d-4229-bedf-e61b4f9cfc92"))

    private static let renewalInfo = JWSRenewalInfoDecodedPayload(
        expirationIntent: .billingError, originalTransactionId: "1", autoRenewProductId: "a", productId: "b",
        autoRenewStatus: .on, isInBillingRetryPeriod: false, priceIncreaseStatus: .customerHasNotResponded,
        gracePeriodExpiresDate: Date(timeIntervalSince1970: 1), offerType: .winBackOffer, offerIdentifier: "o",
        signedDate: Date(timeIntervalSince1970: 2), environment: .production,
        recentSubscriptionStartDate: Date(timeIntervalSince1970: 3), renewalDate: Date(timeIntervalSince1970: 4),
        currency: "EUR", renewalPrice: -1, offerDiscountType: .freeTrial, eligibleWinBackOfferIds: ["x", "y/z"],
        appAccountToken: UUID(uuidString: "7E3FB20B-4CDB-47CC-936D-99D65F608138"), appTransactionId: "7",
        offerPeriod: "P3D", renewalBillingPlanType: .monthly, deviceVerification: "d",
        deviceVerificationNonce: UUID(uuidString: "48C8B92D-CE0D-4229-BEDF-E61B4F9CFC92"))

    @Test func aTransactionOfEveryFlatFieldIsWrittenAsTheEncoderWritesIt() throws {
        let fast = try #require(Self.transaction.plainJSON)
        #expect(try fast == WireJSON.encodeSlowly(Self.transaction))
        // Every field but the two objects, so that none is forgotten on either side.
        #expect(try Self.names(in: fast).count == JWSTransactionDecodedPayload.fields.count - 2)
    }

    @Test func aRenewalInfoOfEveryFlatFieldIsWrittenAsTheEncoderWritesIt() throws {
        let fast = try #require(Self.renewalInfo.plainJSON)
        #expect(try fast == WireJSON.encodeSlowly(Self.renewalInfo))
        #expect(try Self.names(in: fast).count == JWSRenewalInfoDecodedPayload.fields.count - 2)
    }

    @Test func absentFieldsAreLeftOut() throws {
        #expect(JWSTransactionDecodedPayload().plainJSON == Data("{}".utf8))
        #expect(JWSTransactionDecodedPayload(price: 0).plainJSON == Data(#"{"price":0}"#.utf8))
        var none = JWSRenewalInfoDecodedPayload()
        none.eligibleWinBackOfferIds = []
        #expect(try none.plainJSON == WireJSON.encodeSlowly(none))
    }

    @Test(arguments: ["\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "😀", "a\u{2028}b"])
    func textThatNeedsThoughtIsLeftToTheEncoder(text: String) throws {
        let payload = JWSTransactionDecodedPayload(productId: "before\(text)after")
        #expect(payload.plainJSON == nil)
        #expect(try WireJSON.encode(payload) == WireJSON.encodeSlowly(payload))
        let renewalInfo = JWSRenewalInfoDecodedPayload(eligibleWinBackOfferIds: ["plain", text])
        #expect(renewalInfo.plainJSON == nil)
    }

    @Test func objectsWithinAreLeftToTheEncoder() throws {
        let commitment = try TransactionCommitmentInfo(
            billingPeriodNumber: 1, commitmentExpiresDate: Date(timeIntervalSince1970: 1), commitmentPrice: 1,
            totalBillingPeriods: 12)
        let payload = JWSTransactionDecodedPayload(commitmentInfo: commitment)
        #expect(payload.plainJSON == nil)
        #expect(String(decoding: try WireJSON.encode(payload), as: UTF8.self).contains("totalBillingPeriods"))
    }

    @Test func timesThatTheEncoderRefusesAreRefused() {
        let payload = JWSTransactionDecodedPayload(purchaseDate: Date(timeIntervalSince1970: 1e300))
        #expect(payload.plainJSON == nil)
        #expect(throws: EncodingError.self) { try WireJSON.encode(payload) }
    }

    private static func names(in json: Data) throws -> [String] {
        try JSONDecoder().decode([String: JSONValue].self, from: json).keys.sorted()
    }
}
