// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import Foundation

/// A private key of the kinds the App Store uses; it never appears in a description.
package struct SigningKey: Sendable {
    /// The half that checks what this key signs.
    package let publicKey: PublicKey
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
        guard let context = EVP_MD_CTX_new() else { throw .cryptographyFailed("sign") }
        defer { EVP_MD_CTX_free(context) }
        let signature = message.withUnsafeBytes { message -> Data? in
            guard EVP_DigestSignInit(context, nil, curve.digest, nil, handle.pointer) == 1 else { return nil }
            var count = 0
            let start = message.bindMemory(to: UInt8.self).baseAddress
            guard EVP_DigestSign(context, nil, &count, start, message.count) == 1 else { return nil }
            var signature = Data(count: count)
            let isSigned = signature.withUnsafeMutableBytes { bytes in
                EVP_DigestSign(context, bytes.bindMemory(to: UInt8.self).baseAddress, &count, start, message.count) == 1
            }
            return isSigned ? signature.prefix(count) : nil
        }
        guard let signature else { throw .cryptographyFailed("sign") }
        return signature
    }

    /// Signs a message and returns r and s side by side, as a JWS carries them: 64 bytes on P-256.
    package func signature(of message: some ContiguousBytes) throws(SignedDataError) -> Data {
        let der = try derSignature(of: message)
        let raw = der.withUnsafeBytes { ECDSASignature.raw(fromDER: $0, scalarSize: curve.scalarSize) }
        guard let raw else { throw .cryptographyFailed("write a signature") }
        return raw
    }
}
