// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

@testable import StoreKit

/// Keys and payloads for tests; the keys are made once.
enum Signing {
    /// The moment everything begins.
    static let start = Date(timeIntervalSince1970: 1_800_000_000)
    static let device = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    static let nonce = UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
    static let bundleID = "com.example.shop"

    private static let madeAuthority = Result { try CertificateAuthority.make(now: start) }

    static var authority: CertificateAuthority {
        get throws { try madeAuthority.get() }
    }

    static var trust: Trust {
        get throws { .appStore(roots: [try authority.root]) }
    }

    static func sign(_ payload: some Encodable) throws -> String {
        try JWSSigner(authority).sign(WireJSON.encode(payload))
    }

    static func sign(json: String) throws -> String {
        try JWSSigner(authority).sign(Data(json.utf8))
    }

    static func verifier(
        device: UUID = Signing.device, bundleID: String? = Signing.bundleID, trust: Trust? = nil
    ) throws -> FactVerifier {
        let trust = try trust ?? Signing.trust
        return FactVerifier(
            signatures: JWSVerifier(trust: trust, expecting: .anything), device: device, bundleID: bundleID, client: nil
        )
    }

    /// The hash of nonce and device as the store writes it, computed here by the documented recipe.
    static var deviceVerification: String {
        Data(SHA384.digest("\(nonce)\(device)".lowercased().utf8)).base64EncodedString()
    }
}

extension JWSTransactionDecodedPayload {
    /// A purchase on the test device; days count from the start.
    static func made(
        _ id: Int, product: String = "gems", type: AppStoreModel.ProductType = .consumable, day: Double = 0,
        original: Int? = nil, group: String? = nil
    ) -> Self {
        let date = Signing.start.addingTimeInterval(day * 86_400)
        return Self(
            originalTransactionId: String(original ?? id), transactionId: String(id), bundleId: Signing.bundleID,
            productId: product, subscriptionGroupIdentifier: group, purchaseDate: date, originalPurchaseDate: date,
            expiresDate: type == .autoRenewableSubscription ? date.addingTimeInterval(30 * 86_400) : nil, quantity: 1,
            type: type, inAppOwnershipType: .purchased, signedDate: date, environment: .sandbox, storefront: "USA",
            storefrontId: "143441", transactionReason: .purchase, currency: "USD", price: 9990,
            deviceVerification: Signing.deviceVerification, deviceVerificationNonce: Signing.nonce)
    }

    /// A period of the monthly subscription whose first transaction was `original`.
    static func period(_ id: Int, product: String = "monthly", day: Double = 0, original: Int = 100) -> Self {
        made(id, product: product, type: .autoRenewableSubscription, day: day, original: original, group: "plans")
    }

    func with(_ change: (inout Self) throws -> Void) rethrows -> Self {
        var copy = self
        try change(&copy)
        return copy
    }

    /// The same purchase, taken back.
    func revoked(day: Double = 1) -> Self {
        with { payload in
            payload.revocationDate = Signing.start.addingTimeInterval(day * 86_400)
            payload.revocationReason = .refundedForOtherReason
            payload.signedDate = payload.revocationDate
        }
    }
}

extension JWSRenewalInfoDecodedPayload {
    /// What the store intends for the subscription whose first transaction was `original`.
    static func made(original: Int = 100, product: String = "monthly", day: Double = 0) -> Self {
        let date = Signing.start.addingTimeInterval(day * 86_400)
        return Self(
            originalTransactionId: String(original), autoRenewProductId: product, productId: product,
            autoRenewStatus: .on, signedDate: date, environment: .sandbox, recentSubscriptionStartDate: Signing.start,
            renewalDate: date.addingTimeInterval(30 * 86_400), currency: "USD", renewalPrice: 9990,
            deviceVerification: Signing.deviceVerification, deviceVerificationNonce: Signing.nonce)
    }

    func with(_ change: (inout Self) throws -> Void) rethrows -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}

extension AppStoreModel.AppTransaction {
    static func made() -> Self {
        Self(
            receiptType: .sandbox, appAppleId: 42, bundleId: Signing.bundleID, applicationVersion: "2.0",
            receiptCreationDate: Signing.start, originalPurchaseDate: Signing.start, originalApplicationVersion: "1.0",
            deviceVerification: Signing.deviceVerification, deviceVerificationNonce: Signing.nonce,
            originalPlatform: .macOS)
    }
}
