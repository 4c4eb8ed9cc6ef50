// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Testing

@testable import SignedData

/// JSON that two readers could understand differently, and payloads of another kind, all of it well signed.
@Suite struct HostileJSONTests {
    private let authority: CertificateAuthority
    private let verifier: JWSVerifier

    init() throws {
        self.authority = try LocalStore.authority()
        self.verifier = LocalStore.verifier(.appStore(roots: [authority.root]))
    }

    private func reason<Payload: SignedPayload>(_ jws: String, as type: Payload.Type) throws
        -> VerificationFailure.Reason
    {
        // The second time the signer is known.
        let reasons = try (0..<2).map { _ in
            try refusal { () throws(VerificationFailure) in try verifier.verify(jws, as: type) }
        }
        #expect(reasons[0] == reasons[1])
        return reasons[0]
    }

    private func sign(payload: String) throws -> String { try JWSSigner(authority).sign(Data(payload.utf8)) }

    private func sign(header: String) throws -> String {
        let certificates = authority.chain.map { "\"\($0.derRepresentation.base64EncodedString())\"" }
        let text = "{\"alg\":\"ES256\",\"x5c\":[\(certificates.joined(separator: ","))]\(header)}"
        return try JWSSigner.compact(
            headerSegment: Base64URL.encode(Data(text.utf8)), payload: LocalStore.transaction(), key: authority.leafKey)
    }

    @Test(
        "Header fields must not repeat",
        arguments: [("alg", #""alg":"ES256""#), ("alg", #""a\u006cg":"none""#), ("x", #""x":1,"x":1"#)])
    func duplicateHeaderFields(name: String, fields: String) throws {
        let jws = try sign(header: ",\(fields)")
        #expect(
            try reason(jws, as: JWSTransactionDecodedPayload.self) == .duplicateKey(.header, name: name))
    }

    @Test func nestedHeaderFieldsAreReadStrictlyThoughIgnored() throws {
        let type = JWSTransactionDecodedPayload.self
        _ = try verifier.verify(sign(header: #","jwk":{"kty":"EC","x":"a"},"jku":"https://evil.example""#), as: type)
        #expect(try reason(sign(header: #","jwk":{"x":1,"x":2}"#), as: type) == .duplicateKey(.header, name: "x"))
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(try reason(sign(header: ",\"jwk\":\(deep)"), as: type) == .nestingTooDeep(.header, limit: 32))
    }

    @Test(
        "Payload fields must not repeat at any level",
        arguments: [
            ("bundleId", #"{"bundleId":"com.example.shop","bundleId":"com.example.other","environment":"Sandbox"}"#),
            ("bundleId", #"{"bundleId":"com.example.shop","b\u0075ndleId":"com.example.shop"}"#),
            ("y", #"{"bundleId":"com.example.shop","x":[{"y":1,"y":2}]}"#),
        ])
    func duplicatePayloadFields(name: String, payload: String) throws {
        let jws = try sign(payload: payload)
        #expect(try reason(jws, as: JWSTransactionDecodedPayload.self) == .duplicateKey(.payload, name: name))
        #expect(try reason(jws, as: AppTransaction.self) == .duplicateKey(.payload, name: name))
        let failure = #expect(throws: VerificationFailure.self) {
            try UnverifiedJWS(jws).unsafePayload(as: JWSTransactionDecodedPayload.self)
        }
        #expect(failure?.reason == .duplicateKey(.payload, name: name))
    }

    @Test func payloadsMustNotBeDeep() throws {
        let deep = String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)
        let jws = try sign(payload: deep)
        #expect(try reason(jws, as: JWSTransactionDecodedPayload.self) == .nestingTooDeep(.payload, limit: 32))
        #expect(try reason(jws, as: AppTransaction.self) == .nestingTooDeep(.payload, limit: 32))
    }

    private static let samples: [(kind: PayloadKind, json: String)] = [
        (
            .notification,
            #"{"notificationType":"TEST","data":{"bundleId":"com.example.shop","environment":"Sandbox"},"signedDate":1800000000000}"#
        ),
        (
            .transaction,
            #"{"transactionId":"1","bundleId":"com.example.shop","environment":"Sandbox","signedDate":1800000000000}"#
        ),
        (
            .renewalInfo,
            #"{"originalTransactionId":"1","autoRenewStatus":1,"environment":"Sandbox","signedDate":1800000000000}"#
        ),
        (
            .appTransaction,
            #"{"receiptType":"Sandbox","bundleId":"com.example.shop","receiptCreationDate":1800000000000}"#
        ),
        (
            .realtimeRequest,
            """
            {"originalTransactionId":"1","appAppleId":7,"productId":"a","userLocale":"en_US","environment":"Sandbox",\
            "requestIdentifier":"7e3fb20b-4cdb-47cc-936d-99d65f608138","signedDate":1800000000000}
            """
        ),
    ]

    @Test("A payload is only read as what it is", arguments: samples.indices, samples.indices)
    func kinds(payload: Int, asked: Int) throws {
        let (kind, json) = Self.samples[payload]
        let expected = Self.samples[asked].kind
        let jws = try sign(payload: json)
        if kind == expected {
            _ = try verify(jws, as: expected.type)
        } else if expected == .realtimeRequest {
            // All of its fields are required, so the others lack some.
            guard case .payloadMalformed = try reason(jws, as: DecodedRealtimeRequestBody.self) else {
                throw Unexpected(kind)
            }
        } else {
            #expect(try reason(jws, as: expected.type) == .wrongPayloadKind(found: kind, expected: expected))
        }
    }

    private func verify<Payload: SignedPayload>(_ jws: String, as type: Payload.Type) throws -> Signer {
        try verifier.verify(jws, as: type).signer
    }

    @Test func payloadsThatTellNothingAreReadAsAskedFor() throws {
        // Apple's own test data is as short as this.
        let jws = try sign(payload: #"{"environment":"Sandbox","bundleId":"com.example.shop"}"#)
        _ = try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
        _ = try verifier.verify(jws, as: JWSRenewalInfoDecodedPayload.self)
        // A field that Apple may add to one kind some day does not turn it into another.
        let both = try sign(
            payload: #"{"transactionId":"1","autoRenewStatus":1,"environment":"Sandbox","bundleId":"com.example.shop"}"#
        )
        _ = try verifier.verify(both, as: JWSTransactionDecodedPayload.self)
        _ = try verifier.verify(both, as: JWSRenewalInfoDecodedPayload.self)
    }
}
