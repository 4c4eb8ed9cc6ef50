// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// A store, and a transaction with most fields filled: some 1.5 KB of JSON.
enum Sample {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let bundleID = "com.example.benchmark.application"

    static func payload() throws -> Data {
        let fixed: [String: Any] = [
            "transactionId": "2000000812345678", "originalTransactionId": "2000000712345678",
            "webOrderLineItemId": "2000000012345678", "bundleId": bundleID,
            "productId": "com.example.benchmark.application.subscription.premium.yearly",
            "subscriptionGroupIdentifier": "21456789", "purchaseDate": 1_799_990_000_000,
            "originalPurchaseDate": 1_790_000_000_000, "expiresDate": 1_831_526_000_000, "quantity": 1,
            "type": "Auto-Renewable Subscription", "appAccountToken": "7e3fb20b-4cdb-47cc-936d-99d65f608138",
            "inAppOwnershipType": "PURCHASED", "signedDate": 1_800_000_000_000, "isUpgraded": false, "offerType": 1,
            "offerIdentifier": "com.example.benchmark.application.offer.introductory", "environment": "Sandbox",
            "storefront": "USA", "storefrontId": "143441", "transactionReason": "RENEWAL", "currency": "USD",
            "price": 49990, "offerDiscountType": "PAY_AS_YOU_GO", "appTransactionId": "704123456789012345",
            "offerPeriod": "P1M", "deviceVerificationNonce": "48c8b92d-ce0d-4229-bedf-e61b4f9cfc92",
            "deviceVerification": "cYUsXc53EbYc0pOeXG5d6/31LGHeVGf84sqSN0OrJi5u/j2H89WWKgS8N0hMsMlf",
        ]
        let bare = try JSONSerialization.data(withJSONObject: fixed, options: [.sortedKeys])
        // A field no model knows makes up the rest, as fields of a later year would.
        let padded = fixed.merging(["later": String(repeating: "x", count: max(0, 1500 - bare.count - 11))]) { $1 }
        return try JSONSerialization.data(withJSONObject: padded, options: [.sortedKeys, .withoutEscapingSlashes])
    }

    static func verifier(_ authority: CertificateAuthority, cacheCapacity: Int = 64) -> JWSVerifier {
        JWSVerifier(
            trust: .appStore(roots: [authority.root]),
            expecting: ExpectedApp(bundleID: bundleID, environments: [.sandbox]), cacheCapacity: cacheCapacity,
            now: { now })
    }
}
