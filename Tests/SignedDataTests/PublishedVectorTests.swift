// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SignedData

/// Vectors that others publish; where they come from stands beside them.
@Suite struct PublishedVectorTests {
    private struct Wycheproof: Decodable {
        struct Group: Decodable {
            struct Case: Decodable {
                let tcId: Int
                let comment: String
                let msg: String
                let sig: String
                let result: String
            }

            let publicKeyDer: String
            let tests: [Case]
        }

        let numberOfTests: Int
        let testGroups: [Group]
    }

    @Test func wycheproofAgrees() throws {
        let vectors = try JSONDecoder().decode(
            Wycheproof.self, from: Fixture.data("vectors/ecdsa_secp256r1_sha256_p1363_test.json"))
        var count = 0
        for group in vectors.testGroups {
            let key = try PublicKey(der: try bytes(group.publicKeyDer))
            let table = try #require(KeyTable(key: key.handle))
            for test in group.tests {
                count += 1
                let (message, signature) = try (bytes(test.msg), bytes(test.sig))
                let isValid = key.isES256Signature(signature, of: message)
                #expect(isValid == (test.result == "valid"), "\(test.tcId): \(test.comment)")
                // The same over a text whose beginning was digested before.
                let middle = message.count / 2
                let prefix = try #require(message.prefix(middle).withUnsafeBytes { DigestPrefix($0) })
                let end = Data(message.dropFirst(middle))
                #expect(end.withUnsafeBytes { key.isES256Signature(signature, of: prefix, endingIn: $0) } == isValid)
                #expect(table.isSignature(signature, of: message) == isValid, "\(test.tcId) by table")
            }
        }
        #expect(count == vectors.numberOfTests && count > 200)
    }

    @Test func nistAgrees() throws {
        var results: [Bool] = []
        var fields: [String: String] = [:]
        for line in try Fixture.text("vectors/SigVer-P-256-SHA-256.rsp").split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            fields[parts[0]] = parts[1]
            guard parts[0] == "Result" else { continue }
            let field = { (name: String) in try bytes(try #require(fields[name])) }
            let key = try PublicKey(x: field("Qx"), y: field("Qy"))
            let signature = try field("R") + field("S")
            let isValid = try key.isES256Signature(signature, of: field("Msg"))
            #expect(isValid == parts[1].hasPrefix("P"), "\(parts[1])")
            #expect(try #require(KeyTable(key: key.handle)).isSignature(signature, of: field("Msg")) == isValid)
            results.append(isValid)
        }
        #expect(results.count == 15 && results.contains(true) && results.contains(false))
    }

    @Test func theExampleOfTheJWSStandardHolds() throws {
        let jws = try UnverifiedJWS(Fixture.text("vectors/rfc7515-a3.jws"))
        let key = try PublicKey(
            x: #require(Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")),
            y: #require(Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")))
        #expect(key.isES256Signature(jws.signature, of: jws.signingInput))
        #expect(!key.isES256Signature(jws.signature, of: jws.signingInput.dropLast()))
        struct Claims: Decodable, Equatable {
            let iss: String
            let exp: Int
        }
        #expect(try jws.unsafePayload(as: Claims.self) == Claims(iss: "joe", exp: 1_300_819_380))
        // The standard's own example names no certificates, which App Store data must.
        let verifier = JWSVerifier(expecting: .anything)
        let reason = try refusal { () throws(VerificationFailure) in
            try verifier.verify(jws, as: LooseClaims.self)
        }
        #expect(reason == .certificatesMissing)
    }

    private func bytes(_ hexadecimal: String) throws -> Data {
        let digits = Array(hexadecimal)
        return Data(
            try stride(from: 0, to: digits.count, by: 2).map {
                try #require(UInt8(String(digits[$0...($0 + 1)]), radix: 16))
            })
    }
}

private struct LooseClaims: SignedPayload {
    var signedDateOptional: Date? { nil }
    var identityClaims: IdentityClaims {
        IdentityClaims(bundleID: .notMade, appAppleID: .notMade, environment: nil)
    }
}

extension PublicKey {
    /// Creates a key on P-256 from the coordinates of its point.
    init(x: Data, y: Data) throws {
        let header: [UInt8] = [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
            0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
        ]
        let padding = { (scalar: Data) in Data(count: 32 - scalar.count) + scalar }
        try self.init(der: Data(header) + padding(x) + padding(y))
    }
}
