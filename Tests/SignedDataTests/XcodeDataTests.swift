// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// Data signed by StoreKit testing in Xcode, whose certificate has expired since, and by our own stand-in for it.
@Suite struct XcodeDataTests {
    static let expectation = ExpectedApp(bundleID: Fixture.xcodeBundleID, environments: [.xcode])

    @Test func xcodesFilesVerifyUnderTheirCertificate() throws {
        let (transaction, certificate) = try Fixture.xcode("transaction")
        let verifier = JWSVerifier(trust: .xcode(certificate), expecting: Self.expectation)
        let verified = try verifier.verify(transaction, as: JWSTransactionDecodedPayload.self)
        #expect(verified.payload.productId == "pass.premium")
        #expect(verified.jws.header.keyID == "Apple_Xcode_Key")
        #expect(verified.jws.header.type == "JWT")
        #expect(verified.signer.root == certificate)
        // Xcode alone writes parts of milliseconds; they are kept.
        #expect(verified.payload.signedDate == Date(timeIntervalSince1970: 1_697_679_936_056.485 / 1000))
        #expect(verified.payload.expiresDate == Date(timeIntervalSince1970: 1_700_358_336_049.7297 / 1000))
        _ = try verifier.verify(Fixture.xcode("renewal-info").jws, as: JWSRenewalInfoDecodedPayload.self)
        _ = try verifier.verify(Fixture.xcode("app-transaction").jws, as: AppTransaction.self)
    }

    @Test func xcodesSignatureIsReallyChecked() throws {
        let (transaction, certificate) = try Fixture.xcode("transaction")
        let (other, _) = try Fixture.xcode("renewal-info")
        let verifier = JWSVerifier(trust: .xcode(certificate), expecting: Self.expectation)
        let parts = transaction.split(separator: ".")
        let swapped = "\(parts[0]).\(parts[1]).\(other.split(separator: ".")[2])"
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(swapped, as: JWSTransactionDecodedPayload.self)
        }
        #expect(reason == .signatureInvalid)
    }

    @Test func xcodesCertificateHasExpired() throws {
        let (transaction, certificate) = try Fixture.xcode("transaction")
        let now = LocalStore.now
        let verifier = JWSVerifier(trust: .xcode(certificate, validationTime: .now), expecting: Self.expectation) {
            now
        }
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(transaction, as: JWSTransactionDecodedPayload.self)
        }
        #expect(reason == .certificateExpired(.leaf, validity: certificate.validity, at: now))
    }

    @Test func appStoreTrustRefusesXcode() throws {
        let (transaction, certificate) = try Fixture.xcode("transaction")
        let verifier = JWSVerifier(trust: .appStore(roots: [certificate]), expecting: .anything)
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(transaction, as: JWSTransactionDecodedPayload.self)
        }
        #expect(reason == .certificateCount(found: 1, expected: 3))
    }

    @Test func ourXcodeAuthorityWritesTheSameHeader() throws {
        let authority = try XcodeAuthority.make(now: LocalStore.now)
        let jws = try JWSSigner(authority).sign(LocalStore.transaction(environment: "Xcode"))
        let expectation = ExpectedApp(bundleID: LocalStore.bundleID, environments: [.xcode])
        let verified = try LocalStore.verifier(.xcode(authority.certificate), expecting: expectation)
            .verify(jws, as: JWSTransactionDecodedPayload.self)
        let theirs = try UnverifiedJWS(Fixture.xcode("transaction").jws).header
        #expect(verified.jws.header.keyID == theirs.keyID)
        #expect(verified.jws.header.type == theirs.type)
        #expect(verified.signer.leaf.subject == "CN=StoreKit Testing in Xcode, O=StoreKit Testing in Xcode")
        #expect(try verified.signer.leaf.subject == Fixture.xcode("transaction").certificate.subject)
        let year = verified.signer.leaf.validity.upperBound.timeIntervalSince(verified.signer.leaf.validity.lowerBound)
        #expect(abs(year - 365.25 * 86_400) < 86_400)
    }

    @Test func ourXcodeCertificateHasTheConstraintsOfTheirs() throws {
        let ours = try XcodeAuthority.make(now: LocalStore.now).certificate
        let theirs = try Fixture.xcode("transaction").certificate
        // An authority below which there is none, that signs data and no certificates; and whose address it gives.
        for identifier: [UInt8] in [[0x55, 0x1D, 0x13], [0x55, 0x1D, 0x0F], [0x55, 0x1D, 0x11]] {
            #expect(try extensionBytes(identifier, of: ours) == extensionBytes(identifier, of: theirs))
        }
        for certificate in [ours, theirs] {
            #expect(certificate.isSelfSigned && certificate.subject == certificate.issuer)
            #expect(!certificate.forbidsSigning)
        }
    }

    /// An extension as it stands in a certificate, its criticality and length included.
    private func extensionBytes(_ identifier: [UInt8], of certificate: Certificate) throws -> Data {
        let der = certificate.derRepresentation
        let place = try #require(der.range(of: Data([0x06, UInt8(identifier.count)] + identifier)))
        // The length of the sequence around it is the byte before.
        let length = Int(der[place.lowerBound - 1])
        return der[place.lowerBound..<place.lowerBound + length]
    }

    @Test func anotherXcodesCertificateIsRefused() throws {
        let mine = try XcodeAuthority.make(now: LocalStore.now)
        let other = try XcodeAuthority.make(now: LocalStore.now)
        let jws = try JWSSigner(other).sign(LocalStore.transaction(environment: "Xcode"))
        let verifier = LocalStore.verifier(.xcode(mine.certificate), expecting: .anything)
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
        }
        guard case .untrustedRoot = reason else { throw Unexpected(reason) }
    }
}
