// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import HTTPService

/// Signs what apps hand to StoreKit, with the app's key for the Server API.
struct SigningRoutes: Sendable {
    let directory: AppDirectory
    let keys: [String: ServerAPIKey]
    let now: @Sendable () -> StoreInstant

    private struct Offer: Decodable {
        var productId: String
        var offerId: String
        var appAccountToken: String?
        /// Ties the offer to a customer, in the newer form.
        var transactionId: String?
    }

    private struct SignedOffer: Encodable {
        var keyId: String
        var nonce: String
        var timestamp: Int64
        /// Base64, for `Product.PurchaseOption.promotionalOffer(offerID:keyID:nonce:signature:timestamp:)`.
        var signature: String
        /// For the newer form.
        var jws: String
    }

    private struct Introduction: Decodable {
        var productId: String
        var allow: Bool
        var transactionId: String
    }

    var routes: [Route] {
        [
            Route(
                .post, "/v1/signatures/promotional-offer", .write,
                "Signs a promotional offer for one customer, in both forms that StoreKit takes",
                query: ["app": .string],
                body: .object(
                    [
                        "productId": .string, "offerId": .string, "appAccountToken": .string, "transactionId": .string,
                    ], required: ["productId", "offerId"]),
                answer: .object([
                    "keyId": .string, "nonce": .string, "timestamp": .integer, "signature": .string, "jws": .string,
                ])
            ) { try await promotionalOffer($0) },
            Route(
                .post, "/v1/signatures/introductory-offer", .write,
                "Signs whether a customer gets the introductory offer", query: ["app": .string],
                body: .object(["productId": .string, "allow": .boolean, "transactionId": .string]),
                answer: .object(["jws": .string])
            ) { try await introductoryOffer($0) },
        ]
    }

    private func key(_ call: Call) throws(BackendFailure) -> (app: String, key: ServerAPIKey) {
        let app = try directory.app(call)
        guard let key = keys[app] else { throw .noServerAPI(app) }
        return (app, key)
    }

    private func promotionalOffer(_ call: Call) async throws -> HTTPResponse {
        let (app, key) = try key(call)
        let offer = try call.body(Offer.self)
        if let token = offer.appAccountToken, !token.isEmpty, UUID(uuidString: token) == nil {
            throw BackendFailure.badRequest(
                "appAccountToken is no UUID", fix: "Give the one that the app gives StoreKit.")
        }
        let (nonce, date) = (UUID(), now().milliseconds)
        let signature = try PromotionalOfferSignatureCreator(
            privateKey: key.pem, keyId: key.keyID, bundleId: app
        ).createSignature(
            productIdentifier: offer.productId, subscriptionOfferID: offer.offerId,
            appAccountToken: offer.appAccountToken ?? "", nonce: nonce, timestamp: date)
        let jws = try await PromotionalOfferV2SignatureCreator(
            signingKey: key.pem, keyId: key.keyID, issuerId: key.issuerID, bundleId: app
        ).createSignature(
            productId: offer.productId, offerIdentifier: offer.offerId, transactionId: offer.transactionId)
        return try .encoding(
            SignedOffer(
                keyId: key.keyID, nonce: nonce.uuidString.lowercased(), timestamp: date, signature: signature, jws: jws)
        )
    }

    private func introductoryOffer(_ call: Call) async throws -> HTTPResponse {
        let (app, key) = try key(call)
        let wish = try call.body(Introduction.self)
        let jws = try await IntroductoryOfferEligibilitySignatureCreator(
            signingKey: key.pem, keyId: key.keyID, issuerId: key.issuerID, bundleId: app
        ).createSignature(
            productId: wish.productId, allowIntroductoryOffer: wish.allow, transactionId: wish.transactionId)
        return try .encoding(["jws": jws])
    }
}

extension BackendFailure {
    static func noServerAPI(_ app: String) -> Self {
        .conflict(
            "noServerAPI", "\(app) has no key for the App Store Server API", fix: "Give serverAPI in the configuration."
        )
    }
}
