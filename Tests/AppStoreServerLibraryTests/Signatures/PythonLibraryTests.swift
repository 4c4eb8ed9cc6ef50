// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import Testing

@testable import AppStoreServerLibrary

/// Apple's Python library, where the tests' own Python has it.
private enum Python {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()
    static let interpreter = here.appending(path: "../../../.build/venv/bin/python").standardized.path
    static let script = here.appending(path: "../python/check_signatures.py").standardized.path
    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: interpreter) }
}

@Suite(.enabled(if: Python.isThere, "There is no Python environment at .build/venv; script/test makes one."))
struct PythonLibraryTests {
    private struct Signed: Encodable {
        let keyId = Team.keyID
        let issuerId = Team.issuerID
        let bundleId = Team.bundleID
        let promotionalOffer: String
        let introductoryOffer: String
        let advancedCommerce: String
        let original: String
        let appReceipt: String
        let openAppReceipt: String
    }

    private struct Findings: Decodable {
        let promotionalOffer: Bool
        let introductoryOffer: Bool
        let advancedCommerce: Bool
        let original: Bool
        let theirOriginal: Bool
        let appReceipt: String
        let openAppReceipt: String
    }

    private func signed() async throws -> Signed {
        let key = try Team.pem()
        let team = (Team.keyID, Team.issuerID, Team.bundleID)
        let promotional = try PromotionalOfferV2SignatureCreator(
            signingKey: key, keyId: team.0, issuerId: team.1, bundleId: team.2)
        let introductory = try IntroductoryOfferEligibilitySignatureCreator(
            signingKey: key, keyId: team.0, issuerId: team.1, bundleId: team.2)
        let advanced = try AdvancedCommerceInAppSignatureCreator(
            signingKey: key, keyId: team.0, issuerId: team.1, bundleId: team.2)
        let original = try PromotionalOfferSignatureCreator(privateKey: key, keyId: team.0, bundleId: team.2)
        let contents = ReceiptMaker.receipt(purchases: [[(1703, DERWriter.text("1000000001"))]])
        return try await Signed(
            promotionalOffer: promotional.createSignature(productId: "p", offerIdentifier: "o", transactionId: "t"),
            introductoryOffer: introductory.createSignature(
                productId: "p", allowIntroductoryOffer: true, transactionId: "t"),
            advancedCommerce: advanced.createSignature(
                advancedCommerceInAppRequest: AdvancedCommerceSubscriptionReactivateInAppRequest(
                    requestInfo: AdvancedCommerceRequestInfo(requestReferenceId: SignatureTests.nonce),
                    transactionId: "t")),
            original: original.createSignature(
                productIdentifier: "p", subscriptionOfferID: "o", appAccountToken: "TOKEN", nonce: SignatureTests.nonce,
                timestamp: 1_800_000_000_000),
            appReceipt: ReceiptMaker.container(contents).base64EncodedString(),
            openAppReceipt: ReceiptMaker.indefiniteContainer(contents).base64EncodedString())
    }

    @Test func applesPythonLibrarySignsAndReadsTheSame() async throws {
        let folder = try CommandLineTool.Folder()
        try folder.write(Data(Team.pem().utf8), "private.pem")
        try folder.write(Data(Team.key().publicKey.pemRepresentation.utf8), "public.pem")
        try folder.write(WireJSON.encode(await signed()), "signed.json")
        let output = try CommandLineTool.run(Python.interpreter, [Python.script, folder.url.path])
        let findings = try JSONDecoder().decode(Findings.self, from: Data(output.utf8))
        #expect(findings.promotionalOffer)
        #expect(findings.introductoryOffer)
        #expect(findings.advancedCommerce)
        #expect(findings.original)
        #expect(findings.theirOriginal)
        #expect(findings.appReceipt == "1000000001")
        #expect(findings.openAppReceipt == "1000000001")
    }
}
