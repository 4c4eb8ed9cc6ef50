// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Signs payloads the way the App Store does: ES256 with the certificates in the header.
package struct JWSSigner: Sendable {
    /// The certificates every header carries, leaf first.
    package let chain: [Certificate]
    private let key: SigningKey
    private let headerSegment: String
    /// The header, full stop included, with which everything that is signed begins.
    private let prefix: DigestPrefix?

    /// Creates a signer with Apple's header for Sandbox and Production: `alg` and `x5c` alone.
    package init(key: SigningKey, chain: [Certificate]) {
        self.init(key: key, chain: chain, header: #""alg":"ES256""#)
    }

    /// Creates the signer of a local App Store.
    package init(_ authority: CertificateAuthority) {
        self.init(key: authority.leafKey, chain: authority.chain)
    }

    /// Creates a signer with the header that StoreKit testing in Xcode writes.
    package init(_ authority: XcodeAuthority) {
        self.init(
            key: authority.key, chain: [authority.certificate],
            header: #""alg":"ES256","kid":"Apple_Xcode_Key","typ":"JWT""#)
    }

    private init(key: SigningKey, chain: [Certificate], header: String) {
        let certificates = chain.map { "\"\($0.derRepresentation.base64EncodedString())\"" }.joined(separator: ",")
        self.key = key
        self.chain = chain
        self.headerSegment = Base64URL.encode(Data("{\(header),\"x5c\":[\(certificates)]}".utf8))
        var beginning = headerSegment + "."
        self.prefix = beginning.withUTF8 { DigestPrefix(UnsafeRawBufferPointer($0)) }
    }

    /// Signs a payload; throws `cryptographyFailed` also when the key is not on P-256.
    package func sign(_ payload: Data) throws(SignedDataError) -> String {
        guard key.curve == .p256, let prefix else {
            return try Self.compact(headerSegment: headerSegment, payload: payload, key: key)
        }
        var end = Base64URL.encode(payload)
        let signature = end.withUTF8 { end in
            Result { () throws(SignedDataError) in
                try key.signature(of: prefix, endingIn: UnsafeRawBufferPointer(end))
            }
        }
        return Self.joined(headerSegment, end, Base64URL.encode(try signature.get()))
    }

    private static func joined(_ header: String, _ payload: String, _ signature: String) -> String {
        var text = ""
        text.reserveCapacity(header.utf8.count + payload.utf8.count + signature.utf8.count + 2)
        text += header
        text += "."
        text += payload
        text += "."
        text += signature
        return text
    }

    /// Joins header, payload and signature.
    static func compact(headerSegment: String, payload: Data, key: SigningKey) throws(SignedDataError) -> String {
        guard key.curve == .p256 else { throw .keyUnsupported("on \(key.curve.name), which ES256 does not sign with") }
        let signingInput = headerSegment + "." + Base64URL.encode(payload)
        let signature = try key.signature(of: Data(signingInput.utf8))
        return signingInput + "." + Base64URL.encode(signature)
    }
}
