// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import HTTPService
import SignedData
import SubscriptionServer
import Testing

@Suite struct SigningEndpointTests {
    private let key: SigningKey

    init() throws { key = try SigningKey.generate() }

    private func backend() async throws -> Backend {
        try await Backend(
            offersKey: ServerAPIKey(pem: key.pemRepresentation, keyID: "ABCDEFGHIJ", issuerID: "issuer"))
    }

    @Test func anOfferIsSignedInBothForms() async throws {
        let backend = try await backend()
        let token = UUID()
        let answer = try await backend.ask(
            .post, "/v1/signatures/promotional-offer",
            #"{"productId": "monthly", "offerId": "half", "appAccountToken": "\#(token)", "transactionId": "7"}"#)
        #expect(answer.status == 200 && answer["keyId"].string == "ABCDEFGHIJ")
        // Nobody but the key can have made either: what is signed again with the same parts says the same.
        let claims = try #require(answer["jws"].string?.split(separator: ".").dropFirst().first)
        let payload = JSON(try JSONSerialization.jsonObject(with: try #require(Base64URL.decode(String(claims)))))
        #expect(payload["productId"].string == "monthly" && payload["transactionId"].string == "7")
        #expect(payload["bid"].string == Backend.bundleID)
        #expect(Data(base64Encoded: answer["signature"].string ?? "")?.count ?? 0 > 60)
        let again = try await backend.ask(
            .post, "/v1/signatures/promotional-offer", #"{"productId": "monthly", "offerId": "half"}"#)
        #expect(again["nonce"].string != answer["nonce"].string)
    }

    @Test func theIntroductionIsSigned() async throws {
        let answer = try await backend().ask(
            .post, "/v1/signatures/introductory-offer",
            #"{"productId": "monthly", "allow": false, "transactionId": "7"}"#)
        #expect(answer["jws"].string?.split(separator: ".").count == 3)
    }

    @Test func withoutAKeyNothingIsSigned() async throws {
        let answer = try await Backend().ask(
            .post, "/v1/signatures/promotional-offer", #"{"productId": "monthly", "offerId": "half"}"#)
        #expect(answer.status == 409 && answer["code"].string == "noServerAPI")
    }

    @Test(arguments: ["{}", #"{"productId": "m", "offerId": "o", "appAccountToken": "no-uuid"}"#])
    func `A wish that cannot be is refused`(body: String) async throws {
        #expect(try await backend().ask(.post, "/v1/signatures/promotional-offer", body).status == 400)
    }
}
