// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
public import Foundation

/// An X.509 certificate that can be read; whether to believe it is for ``Trust`` to say.
public struct Certificate: Sendable, Hashable, CustomStringConvertible {
    /// The certificate's bytes.
    public let derRepresentation: Data
    /// Both ends of the time in which the certificate may be used, themselves included.
    public let validity: ClosedRange<Date>
    let handle: CertificateHandle

    /// Reads a certificate in DER; throws `certificateMalformed`.
    public init(der: Data) throws(SignedDataError) {
        guard let pointer = OpenSSL.parse(der, { d2i_X509(nil, $0, $1) }, free: X509_free) else {
            throw .certificateMalformed("\(der.count) bytes that are not the DER of one")
        }
        try self.init(handle: CertificateHandle(owning: pointer), der: der)
    }

    /// Reads the first certificate of a PEM text; throws `certificateMalformed`.
    public init(pem: String) throws(SignedDataError) {
        guard let block = PEM.blocks(in: pem).first(where: { $0.label == "CERTIFICATE" }) else {
            throw .certificateMalformed("no block that begins with BEGIN CERTIFICATE")
        }
        try self.init(der: block.contents)
    }

    init(handle: CertificateHandle, der: Data) throws(SignedDataError) {
        guard let start = CertificateHandle.date(X509_get0_notBefore(handle.pointer)),
            let end = CertificateHandle.date(X509_get0_notAfter(handle.pointer)), start <= end
        else { throw .certificateMalformed("its validity cannot be read") }
        self.handle = handle
        self.derRepresentation = der
        self.validity = start...end
    }

    /// The certificate as PEM with `BEGIN CERTIFICATE`.
    public var pemRepresentation: String { PEM.encode(derRepresentation, label: "CERTIFICATE") }

    /// Whom the certificate is about, as `CN=…, O=…`.
    public var subject: String { CertificateHandle.text(X509_get_subject_name(handle.pointer)) }

    /// Who signed the certificate, as `CN=…, O=…`.
    public var issuer: String { CertificateHandle.text(X509_get_issuer_name(handle.pointer)) }

    /// The subject's common name, or the whole subject when it has none.
    public var name: String { CertificateHandle.commonName(X509_get_subject_name(handle.pointer)) ?? subject }

    /// SHA-256 of the certificate's bytes, 32 of them.
    public var fingerprint: Data {
        var digest = Data(count: 32)
        derRepresentation.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            digest.withUnsafeMutableBytes { (digest: UnsafeMutableRawBufferPointer) in
                _ = EVP_Digest(
                    bytes.baseAddress, bytes.count, digest.bindMemory(to: UInt8.self).baseAddress, nil, OpenSSL.sha256,
                    nil)
            }
        }
        return digest
    }

    /// The key the certificate vouches for; throws `keyUnsupported` unless it lies on P-256 or P-384.
    package func publicKey() throws(SignedDataError) -> PublicKey {
        guard let key = X509_get_pubkey(handle.pointer) else {
            ERR_clear_error()
            throw .keyUnsupported("unreadable")
        }
        return try PublicKey(handle: KeyHandle(owning: key))
    }

    /// Tells whether an extension is present, whatever it says.
    func hasExtension(_ identifier: String) -> Bool {
        guard let object = OBJ_txt2obj(identifier, 1) else { return false }
        defer { ASN1_OBJECT_free(object) }
        return X509_get_ext_by_OBJ(handle.pointer, object, -1) >= 0
    }

    /// Whether the certificate says that it may sign others.
    var isAuthority: Bool {
        // The second call says no to an authority whose key usage does not let it sign certificates.
        X509_get_extension_flags(handle.pointer) & UInt32(EXFLAG_CA) != 0 || X509_check_ca(handle.pointer) > 0
    }

    /// Whether the certificate restricts its key to purposes other than signing data.
    var forbidsSigning: Bool { X509_get_key_usage(handle.pointer) & UInt32(KU_DIGITAL_SIGNATURE) == 0 }

    /// Whether the certificate is the one that another names as its issuer, by name and, where given, by key.
    func isNamedAsIssuer(of other: Certificate) -> Bool {
        switch X509_check_issued(handle.pointer, other.handle.pointer) {
        case X509_V_ERR_SUBJECT_ISSUER_MISMATCH, X509_V_ERR_AKID_SKID_MISMATCH, X509_V_ERR_AKID_ISSUER_SERIAL_MISMATCH:
            false
        default: true
        }
    }

    /// Whether the certificate's own key signed it.
    var isSelfSigned: Bool {
        defer { ERR_clear_error() }
        return X509_self_signed(handle.pointer, 1) == 1
    }

    /// The common name and the validity.
    public var description: String {
        "\(name) (\(validity.lowerBound.formatted(.iso8601)) to \(validity.upperBound.formatted(.iso8601)))"
    }

    /// Two certificates are equal when their bytes are.
    public static func == (one: Self, other: Self) -> Bool { one.derRepresentation == other.derRepresentation }

    /// Feeds the certificate's bytes to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }
}
