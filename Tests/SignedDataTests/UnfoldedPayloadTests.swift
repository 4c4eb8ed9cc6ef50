// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

@Suite struct UnfoldedPayloadTests {
    @Test(
        "Kinds are recognised",
        arguments: [
            (#"{"notificationType":"TEST","data":{}}"#, PayloadKind.notification),
            (#"{"transactionId":"1","originalTransactionId":"1","environment":"Sandbox"}"#, .transaction),
            (#"{"originalTransactionId":"1","autoRenewStatus":1,"environment":"Sandbox"}"#, .renewalInfo),
            (#"{"receiptType":"Sandbox","bundleId":"a"}"#, .appTransaction), (#"{}"#, nil), ("[]", nil), ("", nil),
        ] as [(String, PayloadKind?)])
    func kinds(payload: String, kind: PayloadKind?) {
        #expect(PayloadKind(payload: Data(payload.utf8)) == kind)
    }

    @Test("Nested signed strings are laid open", arguments: Fixture.notifications.dropFirst())
    func nested(name: String) throws {
        let verifier = JWSVerifier(expecting: .anything)
        let unfolded = try UnfoldedPayload(Fixture.text("apple-signed/\(name).jws"), verifier: verifier)
        #expect(unfolded.kind == .notification)
        #expect(unfolded.refusals.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(unfolded.json.utf8)) as? [String: Any]
        let data = try #require(object?["data"] as? [String: Any])
        for field in ["signedTransactionInfo", "signedRenewalInfo"] {
            let nested = try #require(data[field] as? [String: Any])
            #expect(nested["verified"] as? Bool == true)
            let payload = try #require(nested["payload"] as? [String: Any])
            #expect(payload["originalTransactionId"] is String)
        }
    }

    @Test(
        "Xcode's files are recognised",
        arguments: [
            ("transaction", PayloadKind.transaction), ("renewal-info", .renewalInfo),
            ("app-transaction", .appTransaction),
        ])
    func xcode(name: String, kind: PayloadKind) throws {
        let (jws, certificate) = try Fixture.xcode(name)
        let verifier = JWSVerifier(trust: .xcode(certificate), expecting: .anything)
        #expect(try UnfoldedPayload(jws, verifier: verifier).kind == kind)
    }

    @Test func forgeriesInsideAreMarked() throws {
        let authority = try LocalStore.authority()
        let forged = try JWSSigner(CertificateAuthority.make(now: LocalStore.now)).sign(LocalStore.transaction())
        let notification = ResponseBodyV2DecodedPayload(
            notificationType: .test,
            data: NotificationData(
                environment: .sandbox, bundleId: LocalStore.bundleID, signedTransactionInfo: forged,
                signedRenewalInfo: "text"),
            signedDate: LocalStore.now)
        let jws = try JWSSigner(authority).sign(WireJSON.encode(notification))
        let verifier = LocalStore.verifier(.appStore(roots: [authority.root]))
        let unfolded = try UnfoldedPayload(jws, verifier: verifier)
        #expect(unfolded.refusals.keys.sorted() == ["signedRenewalInfo", "signedTransactionInfo"])
        guard case .untrustedRoot = unfolded.refusals["signedTransactionInfo"]?.reason else {
            throw Unexpected(unfolded.refusals)
        }
        #expect(unfolded.refusals["signedRenewalInfo"]?.reason == .segmentCount(1))
        #expect(!unfolded.json.contains("\"verified\" : true"))
    }

    @Test func unknownKindsAreRefused() throws {
        let authority = try LocalStore.authority()
        let jws = try JWSSigner(authority).sign(Data("{}".utf8))
        let verifier = LocalStore.verifier(.appStore(roots: [authority.root]), expecting: .anything)
        let reason = try refusal { () throws(VerificationFailure) in try UnfoldedPayload(jws, verifier: verifier) }
        guard case .payloadMalformed = reason else { throw Unexpected(reason) }
    }

    @Test func anAlteredPayloadThatIsNoJSONIsAForgery() throws {
        let authority = try LocalStore.authority()
        let parts = try JWSSigner(authority).sign(LocalStore.transaction()).split(separator: ".")
        let verifier = LocalStore.verifier(.appStore(roots: [authority.root]))
        let reason = try refusal { () throws(VerificationFailure) in
            try UnfoldedPayload("\(parts[0]).\(Base64URL.encode(Data("{".utf8))).\(parts[2])", verifier: verifier)
        }
        #expect(reason == .signatureInvalid)
    }
}
