// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// Data that the App Store really signed.
@Suite struct AppStoreDataTests {
    static let expectation = ExpectedApp(bundleID: Fixture.notificationBundleID)

    @Test func theBuiltInRootIsApples() throws {
        let fingerprint = Certificate.appleRootCAG3.fingerprint.map { String(format: "%02X", $0) }.joined()
        #expect(fingerprint == "63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179")
        #expect(try Certificate.appleRootCAG3 == Fixture.certificate("AppleRootCA-G3.der"))
        #expect(Certificate.appleRootCAG3.name == "Apple Root CA - G3")
        #expect(Certificate.appleRootCAG3.isSelfSigned)
    }

    @Test("Notifications verify", arguments: Fixture.notifications)
    func notificationVerifies(name: String) throws {
        let verifier = JWSVerifier(expecting: Self.expectation)
        let jws = try Fixture.text("apple-signed/\(name).jws")
        for _ in 0..<2 {
            let verified = try verifier.verify(jws, as: ResponseBodyV2DecodedPayload.self)
            #expect(verified.payload.data?.bundleId == Fixture.notificationBundleID)
            #expect(verified.signer.root == .appleRootCAG3)
            #expect(verified.signer.certificates.count == 3)
            #expect(verified.jws.compact == jws)
            if let transaction = verified.payload.data?.signedTransactionInfo {
                let nested = try verifier.verify(transaction, as: JWSTransactionDecodedPayload.self)
                #expect(nested.payload.environment == .sandbox)
            }
            if let renewal = verified.payload.data?.signedRenewalInfo {
                let nested = try verifier.verify(renewal, as: JWSRenewalInfoDecodedPayload.self)
                #expect(nested.payload.originalTransactionId != nil)
            }
        }
    }

    @Test func aForeignRootRefusesApplesData() throws {
        let foreign = try LocalStore.authority().root
        let verifier = JWSVerifier(trust: .appStore(roots: [foreign]), expecting: Self.expectation)
        let jws = try Fixture.text("apple-signed/00-test.jws")
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(jws, as: ResponseBodyV2DecodedPayload.self)
        }
        guard case .untrustedRoot(let issuer, let trusted) = reason else { throw Unexpected(reason) }
        #expect(issuer.contains("Apple Root CA - G3"))
        #expect(trusted == [foreign.subject])
    }

    @Test func oneVerifierServesSeveralRoots() throws {
        let authority = try LocalStore.authority()
        let verifier = LocalStore.verifier(.appStore(roots: [.appleRootCAG3, authority.root]), expecting: .anything)
        let apple = try verifier.verify(
            Fixture.text("apple-signed/00-test.jws"), as: ResponseBodyV2DecodedPayload.self)
        let local = try verifier.verify(
            JWSSigner(authority).sign(LocalStore.transaction()), as: JWSTransactionDecodedPayload.self)
        #expect(apple.signer.root == .appleRootCAG3)
        #expect(local.signer.root == authority.root)
    }

    @Test func anotherAppIsRefused() throws {
        let verifier = JWSVerifier(expecting: ExpectedApp(bundleID: "com.example.other"))
        let jws = try Fixture.text("apple-signed/01-did-renew.jws")
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(jws, as: ResponseBodyV2DecodedPayload.self)
        }
        #expect(reason == .wrongBundleID(found: Fixture.notificationBundleID, expected: "com.example.other"))
    }

    @Test func theRealProductionChainIsAccepted() throws {
        let chain = try [
            Fixture.data("chains/ReceiptSigningLeaf-2025-2027.cer"), Fixture.data("chains/AppleWWDRCAG6.cer"),
            Data([0]),
        ]
        let signer = try SignerEvaluator(.appStore()).signer(chain)
        #expect(signer.root == .appleRootCAG3)
        try signer.checkValidity(at: Date(timeIntervalSince1970: 1_761_962_975))
        let late = Date(timeIntervalSince1970: 1_830_000_000)
        let reason = try refusal { () throws(VerificationFailure) in try signer.checkValidity(at: late) }
        #expect(reason == .certificateExpired(.leaf, validity: signer.leaf.validity, at: late))
    }
}

/// Data and certificates from the tests of Apple's own libraries; their chain has no key identifiers, which those
/// libraries accept except in Python's strict mode, and so do we.
@Suite struct AppleLibraryDataTests {
    private func verifier(bundleID: String = "com.example") throws -> JWSVerifier {
        try JWSVerifier(
            trust: .appStore(roots: [Fixture.certificate("apple-test/testCA.der")]),
            expecting: ExpectedApp(bundleID: bundleID, appAppleID: 1234, environments: [.sandbox]),
            now: { Date(timeIntervalSince1970: 1_761_962_975) })
    }

    @Test func validDataIsAccepted() throws {
        let verifier = try verifier()
        let notification = try verifier.verify(
            Fixture.text("apple-test/testNotification"), as: ResponseBodyV2DecodedPayload.self)
        #expect(notification.payload.notificationType == .test)
        _ = try verifier.verify(Fixture.text("apple-test/transactionInfo"), as: JWSTransactionDecodedPayload.self)
        _ = try verifier.verify(Fixture.text("apple-test/renewalInfo"), as: JWSRenewalInfoDecodedPayload.self)
    }

    @Test func theWrongBundleIsRefused() throws {
        let jws = try Fixture.text("apple-test/wrongBundleId")
        let verifier = try verifier()
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(jws, as: ResponseBodyV2DecodedPayload.self)
        }
        #expect(reason == .wrongBundleID(found: "com.example.wrong", expected: "com.example"))
    }

    @Test func missingCertificatesAreRefused() throws {
        let jws = try Fixture.text("apple-test/missingX5CHeaderClaim")
        let verifier = try verifier()
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(jws, as: ResponseBodyV2DecodedPayload.self)
        }
        #expect(reason == .certificatesMissing)
    }

    @Test(
        "Chains with a wrong marker are refused",
        arguments: [
            ("testLeaf", "testIntermediate", nil),
            ("testLeaf-invalidOID", "testIntermediate", .markerMissing(.leaf, identifier: AppleMarker.receiptSigning)),
            (
                "testLeaf-forInvalidOIDIntermediate", "testIntermediate-invalidOID",
                .markerMissing(.intermediate, identifier: AppleMarker.developerRelations)
            ),
        ] as [(String, String, VerificationFailure.Reason?)])
    func chains(leaf: String, intermediate: String, expected: VerificationFailure.Reason?) throws {
        let root = try Fixture.certificate("apple-test/testCA.der")
        let chain = try [
            Fixture.data("chains/\(leaf).cer"), Fixture.data("chains/\(intermediate).cer"), root.derRepresentation,
        ]
        let evaluator = SignerEvaluator(.appStore(roots: [root]))
        if let expected {
            #expect(try refusal { () throws(VerificationFailure) in try evaluator.signer(chain) } == expected)
        } else {
            #expect(try evaluator.signer(chain).root == root)
        }
        let apple = SignerEvaluator(.appStore())
        let reason = try refusal { () throws(VerificationFailure) in try apple.signer(chain) }
        guard case .untrustedRoot = reason else { throw Unexpected(reason) }
    }
}

/// A result that the test did not allow for.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ value: some Any) {
        self.description = "unexpected: \(value)"
    }
}
