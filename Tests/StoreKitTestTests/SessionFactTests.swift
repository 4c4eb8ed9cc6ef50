// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreKit
import StoreKitTest
import Testing

/// What the store of a session signs, read as any other reader would.
@Suite struct SessionFactTests {
    private func object(_ data: Data) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("The header is Xcode's, and its one certificate vouches for itself")
    func header() async throws {
        try await withSession { session in
            _ = try await buy("corner.lifetime")
            let result = try #require(await Transaction.latest(for: "corner.lifetime"))
            let header = try object(result.headerData)
            #expect(Set(header.keys) == ["alg", "kid", "typ", "x5c"])
            #expect(header["alg"] as? String == "ES256")
            #expect(header["kid"] as? String == "Apple_Xcode_Key")
            #expect(header["typ"] as? String == "JWT")
            let chain = try #require(header["x5c"] as? [String])
            #expect(chain == [session.certificate.base64EncodedString()])
            let certificate = try Certificate(der: session.certificate)
            #expect(certificate.subject == "CN=StoreKit Testing in Xcode, O=StoreKit Testing in Xcode")
            #expect(certificate.issuer == certificate.subject)
            #expect(result.signatureData.count == 64)
        }
    }

    @Test("A transaction says all that Xcode's says")
    func transaction() async throws {
        try await withSession { session in
            let bought = try await buy("corner.pro.monthly")
            let payload = try object(bought.jsonRepresentation)
            #expect(
                Set(payload.keys).isSuperset(of: [
                    "transactionId", "originalTransactionId", "webOrderLineItemId", "bundleId", "productId",
                    "subscriptionGroupIdentifier", "purchaseDate", "originalPurchaseDate", "expiresDate", "signedDate",
                    "quantity", "type", "inAppOwnershipType", "isUpgraded", "offerType", "offerDiscountType",
                    "offerPeriod", "environment", "transactionReason", "storefront", "storefrontId", "price",
                    "currency", "deviceVerification", "deviceVerificationNonce", "appTransactionId",
                ]))
            #expect(payload["transactionId"] as? String == "0")
            #expect(payload["originalTransactionId"] as? String == "0")
            #expect(payload["webOrderLineItemId"] as? String == "0")
            #expect(payload["type"] as? String == "Auto-Renewable Subscription")
            #expect(payload["inAppOwnershipType"] as? String == "PURCHASED")
            #expect(payload["transactionReason"] as? String == "PURCHASE")
            #expect(payload["environment"] as? String == "Xcode")
            #expect(payload["storefront"] as? String == "USA")
            #expect(payload["storefrontId"] as? String == "143441")
            #expect(payload["offerType"] as? Int == 1)
            #expect(payload["offerDiscountType"] as? String == "FREE_TRIAL")
            #expect(payload["offerPeriod"] as? String == "P1W")
            #expect(payload["isUpgraded"] as? Bool == false)
            #expect(payload["price"] as? Int == 0)
            #expect(payload["currency"] as? String == "USD")
            let milliseconds = try #require(payload["purchaseDate"] as? Double)
            #expect(abs(milliseconds / 1000 - bought.purchaseDate.timeIntervalSince1970) < 0.001)
            let lifetime = try object(try await buy("corner.lifetime").jsonRepresentation)
            #expect(lifetime["price"] as? Int == 49_990, "in thousandths")
            #expect(lifetime["transactionId"] as? String == "1")
            for key in ["expiresDate", "offerType", "subscriptionGroupIdentifier"] { #expect(lifetime[key] == nil) }
            _ = session
        }
    }

    @Test("A replaced transaction says so in what is signed")
    func upgraded() async throws {
        try await withSession { session in
            _ = try await buy("corner.plus.monthly")
            _ = try await buy("corner.pro.monthly")
            let replaced = try #require(await Transaction.latest(for: "corner.plus.monthly")).payloadValue
            #expect(try object(replaced.jsonRepresentation)["isUpgraded"] as? Bool == true)
            let pro = try #require(await Transaction.latest(for: "corner.pro.monthly")).payloadValue
            #expect(try object(pro.jsonRepresentation)["isUpgraded"] as? Bool == false)
            _ = session
        }
    }

    @Test("A renewal info says all that Xcode's says, and what it prefers even when it will not renew")
    func renewalInfo() async throws {
        try await withSession { session in
            let bought = try await buy("corner.plus.monthly")
            var renewal = try await info()
            var payload = try object(renewal.jsonRepresentation)
            #expect(
                Set(payload.keys).isSuperset(of: [
                    "originalTransactionId", "productId", "autoRenewProductId", "autoRenewStatus", "renewalDate",
                    "recentSubscriptionStartDate", "signedDate", "environment", "deviceVerification",
                    "deviceVerificationNonce", "renewalPrice", "currency", "appTransactionId",
                ]))
            #expect(payload["autoRenewStatus"] as? Int == 1)
            #expect(payload["renewalPrice"] as? Int == 9990)
            for key in ["expirationIntent", "priceIncreaseStatus", "gracePeriodExpiresDate"] {
                #expect(payload[key] == nil)
            }
            #expect(renewal.autoRenewPreference == "corner.plus.monthly")
            #expect(renewal.renewalDate == bought.expirationDate)
            #expect(renewal.priceIncreaseStatus == .noIncreasePending)
            try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
            renewal = try await info()
            payload = try object(renewal.jsonRepresentation)
            #expect(payload["autoRenewStatus"] as? Int == 0)
            #expect(payload["autoRenewProductId"] as? String == "corner.plus.monthly")
            #expect(renewal.autoRenewPreference == nil)
            #expect(renewal.currentProductID == "corner.plus.monthly")
        }
    }

    @Test("An app transaction says all that Xcode's says")  // Case 54
    func appTransaction() async throws {
        try await withSession { _ in
            let app = try await AppTransaction.shared.payloadValue
            let payload = try object(app.jsonRepresentation)
            #expect(payload["receiptType"] as? String == "Xcode")
            #expect(payload["originalPurchaseDate"] as? Int == -62_135_769_600_000)
            #expect(payload["signedDate"] == nil)
            #expect(
                Set(payload.keys).isSuperset(of: [
                    "bundleId", "applicationVersion", "originalApplicationVersion", "receiptCreationDate",
                    "requestDate", "deviceVerification", "deviceVerificationNonce",
                ]))
        }
    }

    @Test("A gap of up to sixty days goes on with the same start, a longer one begins anew", arguments: [59, 61])
    func recentStart(days: Int) async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
            session.advance(to: try #require(first.expirationDate))
            session.advance(by: .seconds(days * 86_400))
            let second = try await buy("corner.plus.monthly")
            let start = try await info().recentSubscriptionStartDate
            #expect(start == (days < 60 ? first : second).purchaseDate)
        }
    }

    @Test("The offer of a renewal info is that of the next period, and the best win-back offer comes first")
    func offers() async throws {
        try await withSession { session in
            _ = try await session.buyProduct(identifier: "corner.plus.monthly")
            try session.expireSubscription(productIdentifier: "corner.plus.monthly")
            let bought = try await session.buyProduct(
                identifier: "corner.plus.monthly", options: [.promotionalOffer(id: "corner.plus.loyal")])
            #expect(try await info().offer?.id == "corner.plus.loyal", "three periods")
            var end = try #require(bought.expirationDate)
            for price in ["4.99", "4.99"] {
                session.advance(to: end)
                let renewal = try #require(await Transaction.latest(for: "corner.plus.monthly")).payloadValue
                #expect(renewal.price == Decimal(string: price))
                end = try #require(renewal.expirationDate)
            }
            let last = try await info()
            #expect(last.offer == nil)
            #expect(last.renewalPrice == Decimal(string: "9.99"))
        }
        try await SigningShop.open { shop in
            try await shop.session.buyProduct(identifier: "signed.monthly")
            try shop.session.expireSubscription(productIdentifier: "signed.monthly")
            let info = try await info(of: "5A10")
            #expect(info.eligibleWinBackOfferIDs.first == "return")
        }
    }

    private func info(of group: String = "C0A7E510") async throws -> Product.SubscriptionInfo.RenewalInfo {
        try #require(try await Product.SubscriptionInfo.status(for: group).first).renewalInfo.payloadValue
    }
}
