// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import Foundation

/// The half of a key that checks signatures; it may be shown to anyone.
package struct PublicKey: Sendable {
    /// The curve the key lies on.
    package let curve: ECCurve
    private let signatures: SignatureCheck
    var handle: KeyHandle { signatures.key }

    /// Creates a key from its SubjectPublicKeyInfo; throws `keyMalformed` or `keyUnsupported`.
    package init(der: Data) throws(SignedDataError) {
        guard let key = OpenSSL.parse(der, { d2i_PUBKEY(nil, $0, $1) }, free: EVP_PKEY_free) else {
            throw .keyMalformed("public key in DER")
        }
        try self.init(handle: KeyHandle(owning: key))
    }

    /// Creates a key from PEM with `BEGIN PUBLIC KEY`; throws `keyMalformed` or `keyUnsupported`.
    package init(pem: String) throws(SignedDataError) {
        guard let block = PEM.blocks(in: pem).first(where: { $0.label == "PUBLIC KEY" }) else {
            throw .keyMalformed("public key in PEM")
        }
        try self.init(der: block.contents)
    }

    init(handle: KeyHandle) throws(SignedDataError) {
        guard let curve = ECCurve(of: handle.pointer) else {
            throw .keyUnsupported(
                EVP_PKEY_get_base_id(handle.pointer) == EVP_PKEY_EC ? "on another curve" : "not ECDSA")
        }
        self.curve = curve
        self.signatures = SignatureCheck(key: handle)
    }

    /// The key as SubjectPublicKeyInfo.
    package var derRepresentation: Data {
        OpenSSL.der { i2d_PUBKEY(handle.pointer, $0) } ?? Data()
    }

    /// The key as PEM with `BEGIN PUBLIC KEY`.
    package var pemRepresentation: String {
        PEM.encode(derRepresentation, label: "PUBLIC KEY")
    }

    /// Tells whether a 64-byte signature, r and s side by side, was made over a message by this key; ES256 only.
    package func isES256Signature(_ signature: Data, of message: some ContiguousBytes) -> Bool {
        isES256Signature(signature) { _, digest in
            message.withUnsafeBytes { message in
                EVP_Digest(message.baseAddress, message.count, digest.baseAddress, nil, OpenSSL.sha256, nil) == 1
            }
        }
    }

    /// The same for a message whose beginning has been digested already.
    func isES256Signature(_ signature: Data, of prefix: DigestPrefix, endingIn end: UnsafeRawBufferPointer) -> Bool {
        isES256Signature(signature) { prefix.digest(endingIn: end, to: $1, in: $0) }
    }

    private func isES256Signature(
        _ signature: Data, writingDigest: (DigestContext, UnsafeMutableBufferPointer<UInt8>) -> Bool
    ) -> Bool {
        guard curve == .p256 else { return false }
        return signature.withUnsafeBytes { signatures.isSignature($0, writingDigest: writingDigest) }
    }
}
