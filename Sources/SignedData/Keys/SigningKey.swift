// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import Foundation

/// A private key of the kinds the App Store uses; it never appears in a description.
package struct SigningKey: Sendable {
    /// The half that checks what this key signs.
    package let publicKey: PublicKey
    private let contexts = LendingPool<SigningContext>()
    var handle: KeyHandle { publicKey.handle }

    /// The curve the key lies on.
    package var curve: ECCurve { publicKey.curve }

    /// Makes a new key from OpenSSL's random generator.
    package static func generate(_ curve: ECCurve = .p256) throws(SignedDataError) -> SigningKey {
        guard let key = openstorekit_generate_ec(curve.name) else { throw .cryptographyFailed("make a key") }
        return try SigningKey(owning: key)
    }

    /// Creates a key from PKCS#8 in DER; throws `keyMalformed` or `keyUnsupported`.
    package init(der: Data) throws(SignedDataError) {
        guard let key = OpenSSL.parse(der, { d2i_AutoPrivateKey(nil, $0, $1) }, free: EVP_PKEY_free) else {
            throw .keyMalformed("private key in DER")
        }
        try self.init(owning: key)
    }

    /// Creates a key from PEM with `BEGIN PRIVATE KEY`, as `AuthKey_<key id>.p8` holds it.
    package init(pem: String) throws(SignedDataError) {
        guard let block = PEM.blocks(in: pem).first(where: { ["PRIVATE KEY", "EC PRIVATE KEY"].contains($0.label) })
        else { throw .keyMalformed("private key in PEM") }
        try self.init(der: block.contents)
    }

    private init(owning key: OpaquePointer) throws(SignedDataError) {
        self.publicKey = try PublicKey(handle: KeyHandle(owning: key))
    }

    /// The key as PKCS#8 in DER.
    package var derRepresentation: Data {
        guard let info = EVP_PKEY2PKCS8(handle.pointer) else { return Data() }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        return OpenSSL.der { i2d_PKCS8_PRIV_KEY_INFO(info, $0) } ?? Data()
    }

    /// The key as PEM with `BEGIN PRIVATE KEY`.
    package var pemRepresentation: String {
        PEM.encode(derRepresentation, label: "PRIVATE KEY")
    }

    /// Signs a message and returns the signature in DER, as promotional offers and certificates carry it.
    package func derSignature(of message: some ContiguousBytes) throws(SignedDataError) -> Data {
        try signature({ digest(of: message, to: $1) }) { Data($0) }
    }

    /// Signs a message and returns r and s side by side, as a JWS carries them: 64 bytes on P-256.
    package func signature(of message: some ContiguousBytes) throws(SignedDataError) -> Data {
        try signature({ digest(of: message, to: $1) }, encodedBy: raw)
    }

    /// The same for a message whose beginning has been digested already; on P-256 alone.
    func signature(of prefix: DigestPrefix, endingIn end: UnsafeRawBufferPointer) throws(SignedDataError) -> Data {
        try signature({ prefix.digest(endingIn: end, to: $1, in: $0) }, encodedBy: raw)
    }

    private func digest(of message: some ContiguousBytes, to digest: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        // Fetched once, where the other would be looked up each time.
        let algorithm = curve == .p256 ? OpenSSL.sha256 : curve.digest
        return message.withUnsafeBytes { message in
            EVP_Digest(message.baseAddress, message.count, digest.baseAddress, nil, algorithm, nil) == 1
        }
    }

    private func raw(fromDER der: UnsafeMutableBufferPointer<UInt8>) -> Data? {
        ECDSASignature.raw(fromDER: UnsafeRawBufferPointer(der), scalarSize: curve.scalarSize)
    }

    private func signature(
        _ writeDigest: (DigestContext, UnsafeMutableBufferPointer<UInt8>) -> Bool,
        encodedBy encode: (UnsafeMutableBufferPointer<UInt8>) -> Data?
    ) throws(SignedDataError) -> Data {
        // A digest is as long as a scalar; in DER two scalars take at most nine bytes more.
        let signature = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * curve.scalarSize + 9) { bytes in
            let digest = UnsafeMutableBufferPointer(rebasing: bytes[..<curve.scalarSize])
            let der = UnsafeMutableBufferPointer(rebasing: bytes[curve.scalarSize...])
            let count = contexts.withItem(orMake: { SigningContext(key: handle) }) { context in
                writeDigest(context.digest, digest) ? context.sign(digest, writingTo: der) : nil
            }
            return count.flatMap { $0 }.flatMap { encode(UnsafeMutableBufferPointer(rebasing: der[..<$0])) }
        }
        guard let signature else { throw .cryptographyFailed("sign") }
        return signature
    }
}
