// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SignedData

@Suite struct APITokenVerifierTests {
    private static let now = LocalStore.now
    private let credentials: APICredentials
    private let verifier: APITokenVerifier

    init() throws {
        credentials = try APICredentials(keyID: "ABCDE12345", issuerID: "issuer", key: .generate())
        verifier = APITokenVerifier(
            keys: [credentials.keyID: credentials.registration], bundleIDs: [LocalStore.bundleID], capacity: 3)
    }

    private func token(bundleID: String = LocalStore.bundleID, lifetime: Double = 1200) throws -> String {
        try credentials.token(bundleID: bundleID, now: Self.now, lifetime: lifetime)
    }

    @Test func acceptedTokensAreRememberedAndAcceptedAgain() throws {
        let text = try token()
        let first = try verifier.verify(text, now: Self.now)
        #expect(verifier.count == 1)
        #expect(try verifier.verify(text, now: Self.now.addingTimeInterval(60)) == first)
        #expect(verifier.count == 1)
    }

    @Test func timesOfRememberedTokensAreChecked() throws {
        let text = try token()
        _ = try verifier.verify(text, now: Self.now)
        let early = Self.now.addingTimeInterval(-61)
        let future = #expect(throws: APITokenFailure.self) { try verifier.verify(text, now: early) }
        #expect(future?.reason == .issuedInFuture(at: Self.now, now: early))
        _ = try verifier.verify(text, now: Self.now)
        let end = Self.now.addingTimeInterval(1200)
        let late = #expect(throws: APITokenFailure.self) { try verifier.verify(text, now: end) }
        #expect(late?.reason == .expired(at: end, now: end))
        #expect(verifier.count == 0)
    }

    @Test func anotherSignatureOfTheSameClaimsIsChecked() throws {
        let text = try token()
        _ = try verifier.verify(text, now: Self.now)
        let claims = text.split(separator: ".").prefix(2).joined(separator: ".")
        let forged = claims + "." + Base64URL.encode(Data(repeating: 1, count: 64))
        let failure = #expect(throws: APITokenFailure.self) { try verifier.verify(forged, now: Self.now) }
        #expect(failure?.reason == .signatureInvalid(keyID: credentials.keyID))
    }

    @Test func refusedTokensAreNotRemembered() throws {
        let stranger = try APICredentials(keyID: credentials.keyID, issuerID: "issuer", key: .generate())
        for text in try [
            stranger.token(bundleID: LocalStore.bundleID, now: Self.now), token(bundleID: "com.example.other"),
            token(lifetime: 3601), "no token",
        ] {
            #expect(throws: APITokenFailure.self) { try verifier.verify(text, now: Self.now) }
        }
        #expect(verifier.count == 0)
    }

    @Test func aLimitedNumberIsRemembered() throws {
        let texts = try (0..<5).map { _ in try token() }
        for text in texts { _ = try verifier.verify(text, now: Self.now) }
        #expect(verifier.count == 3)
        for text in texts { _ = try verifier.verify(text, now: Self.now) }
    }
}
