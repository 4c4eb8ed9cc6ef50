// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SignedData

/// Published vectors are checked by table too, in ``PublishedVectorTests``.
@Suite struct KeyTableTests {
    /// The point the curve's generator is: the public half of the private key 1.
    private let generator: PublicKey
    /// The order of P-256 in bytes.
    private let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    init() throws {
        let x = "axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY"
        let y = "T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
        generator = try PublicKey(x: #require(Base64URL.decode(x)), y: #require(Base64URL.decode(y)))
    }

    @Test func aTableIsMadeOfKeysOnP256Alone() throws {
        #expect(try KeyTable(key: SigningKey.generate(.p256).publicKey.handle) != nil)
        #expect(try KeyTable(key: SigningKey.generate(.p384).publicKey.handle) == nil)
    }

    @Test func aSumAtInfinityIsNoSignature() throws {
        // With private key 1 and s = 1, the two parts are digest and r: here one is the negative of the other.
        let r = number(5)
        var digest = order
        digest[31] -= 5
        let table = try #require(KeyTable(key: generator.handle))
        #expect(table.isSignature(r + number(1), ofDigest: digest) == false)
    }

    @Test func partsThatAreTheSamePointAreAdded() throws {
        // With private key 1 and digest = r, both parts are the same multiple of the generator: 2 r/s. For s = 2 r the
        // sum is the generator itself, so r must be its x, which is below the order.
        let x = Array(try #require(Base64URL.decode("axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY")))
        let doubled = twice(x)
        let table = try #require(KeyTable(key: generator.handle))
        #expect(table.isSignature(x + doubled, ofDigest: x) == true)
        #expect(table.isSignature(x + twice(number(3)), ofDigest: x) == false)
    }

    @Test func answersStayTheSameWhenTheTableIsMade() async throws {
        let key = try SigningKey.generate()
        let message = Data("message".utf8)
        let signature = try key.signature(of: message)
        let forged = try SigningKey.generate().signature(of: message)
        for check in 0..<(SignatureCheck.checksBeforeTable / 2 + 50) {
            #expect(key.publicKey.isES256Signature(signature, of: message), "\(check)")
            #expect(!key.publicKey.isES256Signature(forged, of: message), "\(check)")
            if check.isMultiple(of: 100) { await Task.yield() }
        }
    }

    @Test func tableAndOpenSSLAgree() throws {
        let key = try SigningKey.generate()
        let table = try #require(KeyTable(key: key.publicKey.handle))
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
            let message = Data((0..<40).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            let signature = try key.signature(of: message)
            #expect(table.isSignature(signature, of: message) == true)
            var altered = signature
            altered[Int.random(in: 0..<64, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            #expect(table.isSignature(altered, of: message) == false)
            #expect(!key.publicKey.isES256Signature(altered, of: message))
        }
    }

    private func number(_ value: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 31) + [value] }

    private func twice(_ number: [UInt8]) -> [UInt8] {
        var result = number
        var carry: UInt8 = 0
        for index in number.indices.reversed() {
            result[index] = number[index] << 1 | carry
            carry = number[index] >> 7
        }
        return result
    }
}

extension KeyTable {
    func isSignature(_ signature: Data, of message: Data) -> Bool? {
        guard let empty = UnsafeRawBufferPointer(start: nil, count: 0).digestPrefix, let context = DigestContext()
        else { return nil }
        var digest = [UInt8](repeating: 0, count: 32)
        let isDigested = digest.withUnsafeMutableBufferPointer { digest in
            message.withUnsafeBytes { empty.digest(endingIn: $0, to: digest, in: context) }
        }
        return isDigested ? isSignature(Array(signature), ofDigest: digest) : nil
    }

    func isSignature(_ signature: [UInt8], ofDigest digest: [UInt8]) -> Bool? {
        var digest = digest
        return signature.withUnsafeBytes { signature in
            guard let scalars = ECDSASignature.Scalars(p256: signature) else { return false }
            return digest.withUnsafeMutableBufferPointer {
                makeCheck()?.isSignature(r: scalars.r, s: scalars.s, of: $0)
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var digestPrefix: DigestPrefix? { DigestPrefix(self) }
}
