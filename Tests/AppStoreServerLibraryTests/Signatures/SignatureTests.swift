// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import Testing

@testable import AppStoreServerLibrary

@Suite struct SignatureTests {
    static let nonce = UUID(uuidString: "20FBA8A0-2B80-4A7D-A17F-85C1854727F8") ?? UUID()

    /// Takes a JWS apart after the `openssl` command has found its signature good.
    private func claims(_ compact: String) throws -> [String: Claim] {
        let jws = try UnverifiedJWS(compact)
        let header = try #require(Base64URL.decode(String(compact.prefix { $0 != "." })))
        #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"ES256","kid":"ABCDEFGHIJ","typ":"JWT"}"#)
        let der = try DERWriter.signature(jws.signature)
        #expect(try Self.opensslAccepts(der, of: jws.signingInput))
        #expect(try !Self.opensslAccepts(der, of: jws.signingInput + [0]))
        return try JSONDecoder().decode([String: Claim].self, from: jws.payloadData)
    }

    private enum Claim: Decodable, Hashable, ExpressibleByStringLiteral {
        case text(String)
        case number(Int)
        case flag(Bool)

        init(stringLiteral text: String) {
            self = .text(text)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        var text: String? {
            guard case .text(let text) = self else { return nil }
            return text
        }
    }

    private static func opensslAccepts(_ signature: Data, of message: Data) throws -> Bool {
        let folder = try CommandLineTool.Folder()
        try folder.write(Data(Team.key().publicKey.pemRepresentation.utf8), "key.pem")
        try folder.write(signature, "signature")
        try folder.write(message, "message")
        do {
            try CommandLineTool.openssl(
                "dgst", "-sha256", "-verify", folder.path("key.pem"), "-signature", folder.path("signature"),
                folder.path("message"))
            return true
        } catch is CommandLineTool.Failure {
            return false
        }
    }

    private func fixed(_ signer: RequestSigner) -> RequestSigner {
        var signer = signer
        signer.now = { Team.now + 0.75 }
        signer.nonce = { Self.nonce }
        return signer
    }

    private let common: [String: Claim] = [
        "iss": .text(Team.issuerID), "bid": .text(Team.bundleID), "iat": .number(1_800_000_000),
        "nonce": "20fba8a0-2b80-4a7d-a17f-85c1854727f8",
    ]

    @Test(arguments: [nil, "1234"])
    func signsPromotionalOffers(_ transactionID: String?) async throws {
        var creator = try PromotionalOfferV2SignatureCreator(
            signingKey: Team.pem(), keyId: Team.keyID, issuerId: Team.issuerID,
            bundleId: Team.bundleID)
        creator.signer = fixed(creator.signer)
        let signature = try await creator.createSignature(
            productId: "p", offerIdentifier: "o", transactionId: transactionID)
        var expected = common.merging(["aud": "promotional-offer", "productId": "p", "offerIdentifier": "o"]) { $1 }
        expected["transactionId"] = transactionID.map { .text($0) }
        #expect(try claims(signature) == expected)
    }

    @Test(arguments: [true, false])
    func signsIntroductoryOfferEligibility(_ isAllowed: Bool) async throws {
        var creator = try IntroductoryOfferEligibilitySignatureCreator(
            signingKey: Team.pem(), keyId: Team.keyID, issuerId: Team.issuerID,
            bundleId: Team.bundleID)
        creator.signer = fixed(creator.signer)
        let signature = try await creator.createSignature(
            productId: "p", allowIntroductoryOffer: isAllowed, transactionId: "t")
        let own: [String: Claim] = [
            "aud": "introductory-offer-eligibility", "productId": "p", "allowIntroductoryOffer": .flag(isAllowed),
            "transactionId": "t",
        ]
        #expect(try claims(signature) == common.merging(own) { $1 })
    }

    @Test func signsAdvancedCommerceRequests() async throws {
        var creator = try AdvancedCommerceInAppSignatureCreator(
            signingKey: Team.pem(), keyId: Team.keyID, issuerId: Team.issuerID,
            bundleId: Team.bundleID)
        creator.signer = fixed(creator.signer)
        let request = AdvancedCommerceSubscriptionReactivateInAppRequest(
            requestInfo: AdvancedCommerceRequestInfo(requestReferenceId: Self.nonce), transactionId: "t")
        var found = try claims(await creator.createSignature(advancedCommerceInAppRequest: request))
        let body = try #require(found.removeValue(forKey: "request")?.text)
        #expect(found == common.merging(["aud": "advanced-commerce-api"]) { $1 })
        #expect(try Data(base64Encoded: body) == WireJSON.encode(request))
        #expect(String(decoding: try #require(Data(base64Encoded: body)), as: UTF8.self).contains("REACTIVATE"))
    }

    @Test func everySignatureHasANonceOfItsOwn() async throws {
        let creator = try PromotionalOfferV2SignatureCreator(
            signingKey: Team.pem(), keyId: Team.keyID, issuerId: Team.issuerID,
            bundleId: Team.bundleID)
        var nonces: Set<Claim?> = []
        for _ in 0..<2 {
            nonces.insert(
                try claims(await creator.createSignature(productId: "p", offerIdentifier: "o"))["nonce"])
        }
        #expect(nonces.count == 2)
    }

    @Test(arguments: [("", ""), ("7E3FB204-2A3E-4B38-8C40-7C5B8A5C1B11", "7e3fb204-2a3e-4b38-8c40-7c5b8a5c1b11")])
    func signsPromotionalOffersInTheOriginalForm(_ token: String, _ signedToken: String) throws {
        let creator = try PromotionalOfferSignatureCreator(
            privateKey: Team.pem(), keyId: Team.keyID, bundleId: Team.bundleID)
        let signature = try creator.createSignature(
            productIdentifier: "p", subscriptionOfferID: "o", appAccountToken: token, nonce: Self.nonce,
            timestamp: 1_800_000_000_000)
        let parts = [
            Team.bundleID, Team.keyID, "p", "o", signedToken, "20fba8a0-2b80-4a7d-a17f-85c1854727f8", "1800000000000",
        ]
        let der = try #require(Data(base64Encoded: signature))
        #expect(try Self.opensslAccepts(der, of: Data(parts.joined(separator: "\u{2063}").utf8)))
        #expect(try !Self.opensslAccepts(der, of: Data(parts.joined(separator: ".").utf8)))
    }

    @Test(arguments: ["", "no key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
    func textThatIsNoKeyIsRefusedAtOnce(_ text: String) {
        let error = #expect(throws: SignedDataError.self) {
            try PromotionalOfferSignatureCreator(privateKey: text, keyId: "k", bundleId: "b")
        }
        #expect(error?.code == .keyMalformed)
    }

    @Test func aKeyOnAnotherCurveIsRefusedAtOnce() throws {
        let key = try SigningKey.generate(.p384).pemRepresentation
        let error = #expect(throws: SignedDataError.self) {
            try AppStoreServerAPIClient(
                signingKey: key, keyId: "k", issuerId: "i", bundleId: "b", environment: .sandbox)
        }
        #expect(error?.code == .keyUnsupported)
    }
}
