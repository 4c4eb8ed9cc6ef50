// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData
import StoreKit
import StoreKitTest

/// A store with offers that its developer signs and a plan paid by the month, and the developer's key.
struct SigningShop {
    static let keyID = "98EEF22B"
    let session: SKTestSession
    let key: SigningKey

    /// Runs a test against such a store of its own.
    static func open<Answer>(_ test: (SigningShop) async throws -> Answer) async throws -> Answer {
        let key = try SigningKey.generate()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).storekit")
        try Data(configuration(key).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await StoreConnection.isolated {
            try await test(SigningShop(session: try SKTestSession(contentsOf: file), key: key))
        }
    }

    /// A signature in the original form, made as Apple describes it.
    func signature(
        offer: String, product: String, nonce: UUID = UUID(), time: Int, bundleID: String
    ) throws -> Product.PurchaseOption {
        let parts = [bundleID, Self.keyID, product, offer, "", nonce.uuidString.lowercased(), String(time)]
        let message = Data(parts.joined(separator: "\u{2063}").utf8)
        return .promotionalOffer(
            offerID: offer,
            signature: .init(
                keyID: Self.keyID, nonce: nonce, timestamp: time, signature: try key.derSignature(of: message)))
    }

    /// A compact JWS of the developer's server.
    func jws(audience: String, bundleID: String, _ claims: [String: Any]) throws -> String {
        let all: [String: Any] = [
            "iss": "issuer", "iat": Int(Date().timeIntervalSince1970), "bid": bundleID, "aud": audience,
            "nonce": UUID().uuidString.lowercased(),
        ].merging(claims) { $1 }
        let header = Data(#"{"alg":"ES256","typ":"JWT","kid":"\#(Self.keyID)"}"#.utf8)
        let payload = try JSONSerialization.data(withJSONObject: all)
        let input = "\(Base64URL.encode(header)).\(Base64URL.encode(payload))"
        return try "\(input).\(Base64URL.encode(key.signature(of: Data(input.utf8))))"
    }

    private static func configuration(_ key: SigningKey) -> String {
        """
        {
          "identifier": "5A11", "nonRenewingSubscriptions": [], "products": [], "settings": {},
          "subscriptionGroups": [{
            "id": "5A10", "localizations": [], "name": "Signed", "subscriptions": [
              {
                "adHocOffers": [
                  {"displayPrice": "1.99", "internalID": "5A12", "offerID": "loyal", "paymentMode": "payUpFront",
                   "referenceName": "Loyal", "subscriptionPeriod": "P1M"}],
                "codeOffers": [], "displayPrice": "9.99", "familyShareable": false, "groupNumber": 2,
                "internalID": "5A11",
                "introductoryOffer": {"internalID": "5A13", "paymentMode": "free", "subscriptionPeriod": "P1W"},
                "localizations": [], "productID": "signed.monthly", "recurringSubscriptionPeriod": "P1M",
                "referenceName": "Monthly", "subscriptionGroupID": "5A10", "type": "RecurringSubscription",
                "winbackOffers": [
                  {"displayPrice": "2.99", "internalID": "5A14", "isEligible": true, "offerID": "return",
                   "paymentMode": "payUpFront", "referenceName": "Return", "subscriptionPeriod": "P1M"}]
              },
              {
                "adHocOffers": [], "codeOffers": [], "displayPrice": "24", "familyShareable": false, "groupNumber": 2,
                "internalID": "5A18", "introductoryOffer": null, "localizations": [], "productID": "signed.quarterly",
                "recurringSubscriptionPeriod": "P3M", "referenceName": "Quarterly", "subscriptionGroupID": "5A10",
                "type": "RecurringSubscription", "winbackOffers": []
              },
              {
                "adHocOffers": [], "codeOffers": [], "displayPrice": "60", "familyShareable": false, "groupNumber": 1,
                "billingPlans": [
                  {"billingPlanType": "BILLED_UPFRONT", "commitmentDisplayPrice": "60", "displayPrice": "60",
                   "internalID": "5A16", "isEnabled": true},
                  {"billingPlanType": "MONTHLY", "commitmentDisplayPrice": "72", "displayPrice": "6",
                   "internalID": "5A17", "isEnabled": true}],
                "internalID": "5A15", "introductoryOffer": null, "localizations": [], "productID": "signed.yearly",
                "recurringSubscriptionPeriod": "P1Y", "referenceName": "Yearly", "subscriptionGroupID": "5A10",
                "type": "RecurringSubscription", "winbackOffers": []
              }]
          }],
          "subscriptionOffersKeyPair": {
            "id": "\(keyID)", "privateKey": "\(key.derRepresentation.base64EncodedString())"
          },
          "version": {"major": 5, "minor": 0}
        }
        """
    }
}
