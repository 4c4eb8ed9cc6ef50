// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import Foundation

/// An app receipt whose signature holds under a certificate that came with it; whether to trust that is asked apart.
package struct SignedReceipt: Sendable {
    /// Why there is no such receipt.
    package enum Problem: Error, Hashable {
        /// The bytes are no PKCS#7 container with contents, one signer and the signer's certificate.
        case malformed(String)
        /// The signature was not made over the contents by that certificate's key.
        case signatureInvalid
    }

    /// What was signed.
    package let contents: Data
    private let signer: Certificate
    private let authorities: [Certificate]

    private static let certificateLimit: Int32 = 10

    /// Reads a container, in DER or with BER's indefinite lengths, and checks its signature.
    package init(der: Data) throws(Problem) {
        defer { ERR_clear_error() }
        guard let pointer = Self.parse(der) else { throw .malformed("its \(der.count) bytes are no PKCS#7 container") }
        defer { PKCS7_free(pointer) }
        guard OBJ_obj2nid(pointer.pointee.type) == NID_pkcs7_signed, let signed = pointer.pointee.d.sign,
            let inner = signed.pointee.contents, OBJ_obj2nid(inner.pointee.type) == NID_pkcs7_data,
            let data = inner.pointee.d.data, let start = ASN1_STRING_get0_data(data), ASN1_STRING_length(data) > 0
        else { throw .malformed("its PKCS#7 container holds no signed contents") }
        let count = openstorekit_x509_stack_count(signed.pointee.cert)
        guard (1...Self.certificateLimit).contains(count), let signers = PKCS7_get0_signers(pointer, nil, 0),
            case let signerCount = openstorekit_x509_stack_count(signers),
            case let first = openstorekit_x509_stack_value(signers, 0), openstorekit_x509_stack_free(signers) == (),
            signerCount == 1, let signer = Self.certificate(first)
        else { throw .malformed("its PKCS#7 container does not hold the certificate of one signer") }
        // Whether to trust the certificate is asked later: first whether the signature is its own.
        guard PKCS7_verify(pointer, nil, nil, nil, nil, PKCS7_NOVERIFY) == 1 else { throw .signatureInvalid }
        contents = Data(bytes: start, count: Int(ASN1_STRING_length(data)))
        self.signer = signer
        authorities = (0..<count).compactMap {
            Self.certificate(openstorekit_x509_stack_value(signed.pointee.cert, $0))
        }
    }

    private static func parse(_ bytes: Data) -> UnsafeMutablePointer<PKCS7>? {
        bytes.withUnsafeBytes { bytes in
            var cursor = bytes.bindMemory(to: UInt8.self).baseAddress
            return d2i_PKCS7(nil, &cursor, bytes.count)
        }
    }

    private static func certificate(_ pointer: OpaquePointer?) -> Certificate? {
        pointer.flatMap { pointer in OpenSSL.der { i2d_X509(pointer, $0) } }.flatMap { try? Certificate(der: $0) }
    }

    /// Throws unless the signer's certificate leads to a root by way of one other, both marked by Apple and all three
    /// valid at a date.
    ///
    /// Certificates signed with SHA-1 count: receipts made before 2023 have no others.
    package func checkChain(to roots: [Certificate], at date: Date) throws(VerificationFailure) {
        var failure = VerificationFailure(.untrustedRoot(issuer: signer.issuer, trusted: roots.map(\.subject)))
        for intermediate in authorities where intermediate.hasIssued(signer) {
            guard let root = roots.first(where: { $0.hasIssued(intermediate) }) else {
                failure = VerificationFailure(
                    .untrustedRoot(issuer: intermediate.issuer, trusted: roots.map(\.subject)))
                continue
            }
            return try checkCertificates([signer, intermediate, root], at: date)
        }
        throw failure
    }

    private func checkCertificates(_ chain: [Certificate], at date: Date) throws(VerificationFailure) {
        let positions: [VerificationFailure.Position] = [.leaf, .intermediate, .root]
        let markers = [AppleMarker.receiptSigning, AppleMarker.developerRelations]
        for (marker, (certificate, position)) in zip(markers, zip(chain, positions)) {
            guard certificate.hasExtension(marker) else {
                throw VerificationFailure(.markerMissing(position, identifier: marker))
            }
            guard certificate.understandsAllThatIsCritical else {
                throw VerificationFailure(.certificateUnsuitable(position, problem: "a critical extension is unknown"))
            }
        }
        guard !signer.isAuthority, !signer.forbidsSigning else {
            throw VerificationFailure(.certificateUnsuitable(.leaf, problem: "it may not sign data"))
        }
        for (certificate, position) in zip(chain, positions) {
            try Self.checkValidity(of: certificate, position, at: date)
        }
    }

    /// Throws unless the signer's certificate is one of these, signed by itself and valid at a date: how StoreKit testing
    /// in Xcode signs.
    package func checkSigner(isOneOf trusted: [Certificate], at date: Date) throws(VerificationFailure) {
        guard trusted.contains(signer), signer.isSelfSigned else {
            throw VerificationFailure(.untrustedRoot(issuer: signer.issuer, trusted: trusted.map(\.subject)))
        }
        try Self.checkValidity(of: signer, .leaf, at: date)
    }

    private static func checkValidity(
        of certificate: Certificate, _ position: VerificationFailure.Position, at date: Date
    ) throws(VerificationFailure) {
        let validity = certificate.validity
        guard date <= validity.upperBound else {
            throw VerificationFailure(.certificateExpired(position, validity: validity, at: date))
        }
        guard date >= validity.lowerBound else {
            throw VerificationFailure(.certificateNotYetValid(position, validity: validity, at: date))
        }
    }
}

extension Certificate {
    /// Whether this is an authority whose name is on another certificate and whose key signed it.
    fileprivate func hasIssued(_ other: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard isAuthority, X509_check_issued(handle.pointer, other.handle.pointer) == X509_V_OK,
            let key = X509_get0_pubkey(handle.pointer)
        else { return false }
        return X509_verify(other.handle.pointer, key) == 1
    }

    fileprivate var understandsAllThatIsCritical: Bool {
        X509_get_extension_flags(handle.pointer) & UInt32(EXFLAG_CRITICAL) == 0
    }
}
