// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SignedData

@Suite struct APITokenTests {
    private static let now = LocalStore.now
    private static let seconds = now.timeIntervalSince1970
    private let credentials: APICredentials

    init() throws {
        self.credentials = try APICredentials(
            keyID: "ABCDE12345", issuerID: "57246542-96fe-1a63-e053-0824d011072a", key: .generate())
    }

    private func verify(_ token: String, now: Date = now) throws(APITokenFailure) -> APIToken {
        try APIToken.verify(token, now: now, bundleIDs: [LocalStore.bundleID]) {
            $0 == credentials.keyID ? credentials.registration : nil
        }
    }

    private func reason(_ token: String, now: Date = now) throws -> APITokenFailure.Reason {
        let failure = #expect(throws: APITokenFailure.self) { try verify(token, now: now) }
        let found = try #require(failure)
        #expect(!found.message.isEmpty && !found.fix.isEmpty)
        return found.reason
    }

    /// The claims of a good token with some replaced or, by `nil`, left out.
    private func token(_ changes: [String: APICredentials.Claim?] = [:]) throws -> String {
        var claims: [String: APICredentials.Claim] = [
            "iss": .text(credentials.issuerID), "aud": .text("appstoreconnect-v1"), "bid": .text(LocalStore.bundleID),
            "iat": .number(Self.seconds), "exp": .number(Self.seconds + 1200),
        ]
        for (name, value) in changes { claims[name] = value }
        return try credentials.token(claims: claims)
    }

    @Test func ourOwnTokensAreAccepted() throws {
        let token = try verify(credentials.token(bundleID: LocalStore.bundleID, now: Self.now))
        #expect(token.keyID == credentials.keyID)
        #expect(token.issuerID == credentials.issuerID)
        #expect(token.bundleID == LocalStore.bundleID)
        #expect(token.expiresAt == Self.now.addingTimeInterval(1200))
        #expect(credentials.fileName == "AuthKey_ABCDE12345.p8")
    }

    @Test func tokensMayLiveAnHourAndLeaveOutTheirBeginning() throws {
        _ = try verify(token(["exp": .number(Self.seconds + 3600)]))
        _ = try verify(token(["exp": .number(Self.seconds + 3600), "iat": nil]))
        #expect(try reason(token(["exp": .number(Self.seconds + 3601)])) == .lifetimeTooLong(seconds: 3601))
        #expect(
            try reason(token(["exp": .number(Self.seconds + 4000), "iat": nil])) == .lifetimeTooLong(seconds: 4000))
    }

    @Test func tokensEnd() throws {
        let end = Self.now.addingTimeInterval(1200)
        _ = try verify(token(), now: end.addingTimeInterval(-0.001))
        #expect(try reason(token(), now: end) == .expired(at: end, now: end))
    }

    @Test func tokensFromTheFutureAreRefused() throws {
        let early = Self.now.addingTimeInterval(-61)
        #expect(try reason(token(), now: early) == .issuedInFuture(at: Self.now, now: early))
        _ = try verify(token(), now: Self.now.addingTimeInterval(-60))
    }

    @Test("Claims must be there with the right type", arguments: ["iss", "aud", "bid", "exp"])
    func claims(name: String) throws {
        #expect(try reason(token([name: nil])) == .claimMissing(name))
        let other: APICredentials.Claim = name == "exp" ? .text("soon") : .number(1)
        #expect(try reason(token([name: other])) == .claimMissing(name))
    }

    @Test("Dates beyond any calendar are refused", arguments: [1e12, -1e12, 1e300])
    func absurdDates(number: Double) throws {
        #expect(try reason(token(["exp": .number(number)])) == .claimMissing("exp"))
    }

    @Test func foreignClaimsAreRefused() throws {
        #expect(try reason(token(["aud": .text("other")])) == .wrongAudience("other"))
        #expect(
            try reason(token(["iss": .text("other")])) == .wrongIssuer(found: "other", expected: credentials.issuerID))
        #expect(
            try reason(token(["bid": .text("other")]))
                == .wrongBundleID(found: "other", accepted: [LocalStore.bundleID]))
    }

    @Test func keysMustBeKnownAndHaveSigned() throws {
        let stranger = try APICredentials(keyID: credentials.keyID, issuerID: credentials.issuerID, key: .generate())
        #expect(
            try reason(stranger.token(bundleID: LocalStore.bundleID, now: Self.now))
                == .signatureInvalid(keyID: credentials.keyID))
        let unknown = APICredentials(keyID: "ZZZZZ99999", issuerID: credentials.issuerID, key: credentials.key)
        #expect(
            try reason(unknown.token(bundleID: LocalStore.bundleID, now: Self.now)) == .keyUnknown("ZZZZZ99999"))
        let nameless = try JWSSigner.compact(
            headerSegment: Base64URL.encode(Data(#"{"alg":"ES256"}"#.utf8)), payload: Data("{}".utf8),
            key: credentials.key)
        #expect(try reason(nameless) == .keyIDMissing)
    }

    @Test("What is no token is refused", arguments: ["", "a.b.c", "Bearer"])
    func malformed(text: String) throws {
        guard case .malformed = try reason(text) else { throw Unexpected(text) }
    }

    @Test func otherAlgorithmsAreRefused() throws {
        let header = Base64URL.encode(Data(#"{"alg":"none","kid":"ABCDE12345"}"#.utf8))
        let token = "\(header).\(Base64URL.encode(Data("{}".utf8)))."
        guard case .malformed(let failure) = try reason(token) else { throw Unexpected(token) }
        #expect(failure.reason == .algorithm("none"))
    }

    @Test func payloadsThatAreNoObjectAreRefused() throws {
        let header = Base64URL.encode(Data(#"{"alg":"ES256","kid":"ABCDE12345"}"#.utf8))
        let token = try JWSSigner.compact(headerSegment: header, payload: Data("[]".utf8), key: credentials.key)
        guard case .malformed = try reason(token) else { throw Unexpected(token) }
    }
}
