// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// Texts that are wrong in form, in signature or in what they claim, from a signer who is trusted.
@Suite struct ForgedTextTests {
    private let authority: CertificateAuthority
    private let verifier: JWSVerifier
    private let chain: [String]

    init() throws {
        self.authority = try LocalStore.authority()
        self.verifier = LocalStore.verifier(.appStore(roots: [authority.root]))
        self.chain = authority.chain.map { $0.derRepresentation.base64EncodedString() }
    }

    private func reason(_ jws: String, _ verifier: JWSVerifier? = nil) throws -> VerificationFailure.Reason {
        try refusal { () throws(VerificationFailure) in
            try (verifier ?? self.verifier).verify(jws, as: JWSTransactionDecodedPayload.self)
        }
    }

    /// Signs any header and payload with the store's own key.
    private func sign(header: String, payload: Data? = nil) throws -> String {
        try JWSSigner.compact(
            headerSegment: Base64URL.encode(Data(header.utf8)), payload: payload ?? LocalStore.transaction(),
            key: authority.leafKey)
    }

    private func header(_ fields: String, _ certificates: [String]? = nil) -> String {
        let list = (certificates ?? chain).map { "\"\($0)\"" }.joined(separator: ",")
        return "{\(fields),\"x5c\":[\(list)]}"
    }

    @Test func whatTheStoreSignsIsAccepted() throws {
        let verified = try verifier.verify(
            JWSSigner(authority).sign(LocalStore.transaction()), as: JWSTransactionDecodedPayload.self)
        #expect(verified.payload.transactionId == "1")
        #expect(verified.signer.certificates == authority.chain)
        #expect(verified.jws.header.keyID == nil)
        #expect(verified.jws.header.type == nil)
        _ = try verifier.verify(verified.jws, as: JWSTransactionDecodedPayload.self)
    }

    @Test func unknownHeaderFieldsAndEmbeddedKeysAreIgnored() throws {
        let jws = try sign(header: header(#""alg":"ES256","jku":"https://evil.example","jwk":{"kty":"EC"},"x":1"#))
        _ = try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
    }

    @Test("Texts that are no JWS", arguments: [("", 0), ("a", 1), ("a.b", 2), ("a.b.c.d", 4), ("...", 4)])
    func segmentCounts(text: String, count: Int) throws {
        #expect(try reason(text) == (count == 0 ? .empty : .segmentCount(count)))
    }

    @Test func hugeTextsAreNotRead() throws {
        let size = UnverifiedJWS.sizeLimit + 1
        #expect(
            try reason(String(repeating: "A", count: size))
                == .tokenTooLarge(size: size, limit: UnverifiedJWS.sizeLimit))
    }

    @Test func segmentsMustBeCanonical() throws {
        let jws = try JWSSigner(authority).sign(LocalStore.transaction())
        let parts = jws.split(separator: ".").map(String.init)
        #expect(try reason("\(parts[0])=.\(parts[1]).\(parts[2])") == .segmentMalformed(.header))
        #expect(try reason("\(parts[0]).\(parts[1])+.\(parts[2])") == .segmentMalformed(.payload))
        #expect(try reason(jws + "\n") == .segmentMalformed(.signature))
        // 64 bytes leave four bits in the last digit that stand for nothing: A, Q, g or w.
        let last = try #require(["A", "Q", "g", "w"].firstIndex(of: String(jws.suffix(1))))
        let alias = ["B", "R", "h", "x"][last]
        #expect(try reason(jws.dropLast() + alias) == .segmentMalformed(.signature))
    }

    @Test(
        "Headers that cannot be read",
        arguments: [
            "", "[]", "null", "{", #"{"alg":5}"#, #"{"alg":"ES256","x5c":"text"}"#, #"{"alg":"ES256","x5c":[1]}"#,
        ])
    func malformedHeaders(header: String) throws {
        guard case .headerMalformed = try reason(sign(header: header)) else { throw Unexpected(header) }
    }

    @Test("Other algorithms", arguments: ["none", "HS256", "RS256", "ES384", "es256"])
    func algorithms(name: String) throws {
        #expect(try reason(sign(header: header("\"alg\":\"\(name)\""))) == .algorithm(name))
    }

    @Test func headersWithoutAlgorithmOrWithCriticalFieldsAreRefused() throws {
        #expect(try reason(sign(header: header(#""typ":"JWT""#))) == .algorithm(nil))
        #expect(try reason(sign(header: header(#""alg":"ES256","crit":["exp"]"#))) == .criticalHeader)
        #expect(try reason(sign(header: header(#""alg":"ES256","crit":null"#))) == .criticalHeader)
    }

    @Test func theNumberOfCertificatesMustBeThree() throws {
        let alg = #""alg":"ES256""#
        #expect(try reason(sign(header: "{\(alg)}")) == .certificatesMissing)
        for count in [0, 1, 2, 4, 11] {
            let certificates = (0..<count).map { chain[$0 % 3] }
            #expect(
                try reason(sign(header: header(alg, certificates))) == .certificateCount(found: count, expected: 3))
        }
    }

    @Test func certificatesMustBeReadable() throws {
        let alg = #""alg":"ES256""#
        let notDER = Data("no certificate".utf8).base64EncodedString()
        #expect(try reason(sign(header: header(alg, [notDER, chain[1], chain[2]]))) == .certificateMalformed(index: 0))
        #expect(try reason(sign(header: header(alg, [chain[0], "!", chain[2]]))) == .certificateMalformed(index: 1))
        let trailing = (authority.leaf.derRepresentation + Data([0])).base64EncodedString()
        #expect(
            try reason(sign(header: header(alg, [trailing, chain[1], chain[2]]))) == .certificateMalformed(index: 0))
        let large = Data(count: JWSHeader.certificateSizeLimit + 1)
        #expect(
            try reason(sign(header: header(alg, [large.base64EncodedString(), chain[1], chain[2]])))
                == .certificateTooLarge(index: 0, size: large.count, limit: JWSHeader.certificateSizeLimit))
    }

    @Test func theThirdCertificateIsNotUsed() throws {
        let foreign = try CertificateAuthority.make(now: LocalStore.now)
        let alg = #""alg":"ES256""#
        let junk = try sign(header: header(alg, [chain[0], chain[1], "AAAA"]))
        _ = try verifier.verify(junk, as: JWSTransactionDecodedPayload.self)
        // Trust never comes from the text: bringing the trusted root along does not help a foreign chain.
        let strangers = [foreign.leaf, foreign.intermediate, authority.root].map {
            $0.derRepresentation.base64EncodedString()
        }
        let jws = try JWSSigner.compact(
            headerSegment: Base64URL.encode(Data(header(alg, strangers).utf8)), payload: LocalStore.transaction(),
            key: foreign.leafKey)
        guard case .untrustedRoot = try reason(jws) else { throw Unexpected("accepted") }
    }

    @Test func signaturesOfTheWrongSizeAreRefused() throws {
        let jws = try JWSSigner(authority).sign(LocalStore.transaction())
        let input = jws[..<(try #require(jws.lastIndex(of: ".")))]
        for size in [0, 1, 63, 65, 96] {
            #expect(try reason("\(input).\(Base64URL.encode(Data(repeating: 1, count: size)))") == .signatureSize(size))
        }
        let der = try authority.leafKey.derSignature(of: Data(input.utf8))
        #expect(try reason("\(input).\(Base64URL.encode(der))") == .signatureSize(der.count))
    }

    @Test func scalarsOutOfRangeAreRefused() throws {
        let jws = try JWSSigner(authority).sign(LocalStore.transaction())
        let stop = try #require(jws.lastIndex(of: "."))
        let signature = try UnverifiedJWS(jws).signature
        let (r, s) = (signature.prefix(32), signature.suffix(32))
        let zero = Data(count: 32)
        let one = zero.dropLast() + [1]
        let order = try #require(
            Data(base64Encoded: "/////wAAAAD//////////7zm+q2nF56E87nKwvxjJVE="))
        let ones = Data(repeating: 0xFF, count: 32)
        for altered in [zero + zero, zero + s, r + zero, order + s, r + order, ones + s, r + ones, one + one, s + r] {
            #expect(try reason("\(jws[..<stop]).\(Base64URL.encode(altered))") == .signatureInvalid)
        }
    }

    @Test func anotherKeysSignatureIsRefused() throws {
        let key = try SigningKey.generate()
        #expect(
            try reason(JWSSigner(key: key, chain: authority.chain).sign(LocalStore.transaction())) == .signatureInvalid)
    }

    @Test func headersAndPayloadsCannotBeExchanged() throws {
        let signer = JWSSigner(authority)
        let one = try signer.sign(LocalStore.transaction()).split(separator: ".")
        let two = try signer.sign(LocalStore.transaction(environment: "Production")).split(separator: ".")
        #expect(try reason("\(one[0]).\(two[1]).\(one[2])") == .signatureInvalid)
        #expect(try reason("\(one[0]).\(one[1]).\(two[2])") == .signatureInvalid)
    }

    @Test(
        "Payloads that are no transaction",
        arguments: ["", "[]", "{", "7", #"{"bundleId":7}"#, #"{"signedDate":"now"}"#])
    func malformedPayloads(payload: String) throws {
        let jws = try JWSSigner(authority).sign(Data(payload.utf8))
        guard case .payloadMalformed = try reason(jws) else { throw Unexpected(payload) }
    }

    @Test func unsafePayloadReadsWhatNobodyVouchesFor() throws {
        let key = try SigningKey.generate()
        let jws = try UnverifiedJWS(JWSSigner(key: key, chain: []).sign(LocalStore.transaction()))
        #expect(try jws.unsafePayload(as: JWSTransactionDecodedPayload.self).bundleId == LocalStore.bundleID)
    }
}
