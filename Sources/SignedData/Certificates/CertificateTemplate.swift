// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// What a new certificate is to say; extensions are written as in OpenSSL's configuration files.
struct CertificateTemplate {
    var commonName: String
    var organization: String
    var validity: ClosedRange<Date>
    /// For example `critical,CA:TRUE,pathlen:0`.
    var basicConstraints: String?
    /// For example `critical,digitalSignature`.
    var keyUsage: String?
    /// Extensions whose mere presence says something; their value is NULL.
    var markers: [String] = []
    /// Where to ask whether the certificate was revoked.
    var ocspResponder: String?
    var subjectAlternativeName: String?
    /// For example `OCSPSigning`.
    var extendedKeyUsage: String?
    /// For example `critical,permitted;dirName:…`, or in tests `critical,excluded;email:.example`.
    var nameConstraints: String?
    var hasKeyIdentifiers = true
    /// An extension marked critical whose value is NULL, for certificates that must be refused.
    var criticalExtension: String?
    /// Signs with a digest that is too weak, for certificates that must be refused.
    var usesSHA1 = false

    /// Makes the certificate for a key, signed by an issuer, or by the key itself when there is none.
    func issue(for key: PublicKey, signedBy issuerKey: SigningKey, of issuer: Certificate? = nil)
        throws(SignedDataError) -> Certificate
    {
        guard let pointer = X509_new() else { throw .cryptographyFailed("make a certificate") }
        let handle = UnfinishedCertificate(pointer: pointer)
        try handle.check(X509_set_version(pointer, 2))
        try handle.setSerialNumber()
        try handle.check(X509_set_pubkey(pointer, key.handle.pointer))
        let name = X509_get_subject_name(pointer)
        try handle.add("CN", commonName, to: name)
        try handle.add("O", organization, to: name)
        try handle.check(
            X509_set_issuer_name(pointer, issuer.map { X509_get_subject_name($0.handle.pointer) } ?? name))
        try handle.check(ASN1_TIME_set(X509_getm_notBefore(pointer), validity.lowerBound.unixSeconds) == nil ? 0 : 1)
        try handle.check(ASN1_TIME_set(X509_getm_notAfter(pointer), validity.upperBound.unixSeconds) == nil ? 0 : 1)
        try addExtensions(to: handle, issuer: issuer)
        try handle.check(
            X509_sign(pointer, issuerKey.handle.pointer, usesSHA1 ? EVP_sha1() : issuerKey.curve.digest) > 0 ? 1 : 0)
        guard let der = OpenSSL.der({ i2d_X509(pointer, $0) }) else { throw .cryptographyFailed("write a certificate") }
        return try Certificate(der: der)
    }

    private func addExtensions(to handle: UnfinishedCertificate, issuer: Certificate?) throws(SignedDataError) {
        var extensions: [(Int32, String?)] = [
            (NID_basic_constraints, basicConstraints),
            (NID_subject_alt_name, subjectAlternativeName),
            (NID_key_usage, keyUsage),
            (NID_ext_key_usage, extendedKeyUsage),
            (NID_name_constraints, nameConstraints),
        ]
        if hasKeyIdentifiers {
            extensions.append((NID_subject_key_identifier, "hash"))
            extensions.append((NID_authority_key_identifier, issuer == nil ? nil : "keyid"))
        }
        extensions.append((NID_info_access, ocspResponder.map { "OCSP;URI:\($0)" }))
        for (identifier, value) in extensions {
            guard let value else { continue }
            try handle.add(
                openstorekit_make_extension(issuer?.handle.pointer ?? handle.pointer, handle.pointer, identifier, value)
            )
        }
        for marker in markers {
            try handle.addMarker(marker, isCritical: false)
        }
        if let criticalExtension {
            try handle.addMarker(criticalExtension, isCritical: true)
        }
    }
}

/// A certificate on its way to being signed; freed in the end, because the signed one is read back from its bytes.
private final class UnfinishedCertificate {
    let pointer: OpaquePointer

    init(pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        X509_free(pointer)
    }

    func check(_ result: Int32) throws(SignedDataError) {
        guard result == 1 else { throw .cryptographyFailed("make a certificate") }
    }

    /// Sixteen random bytes, positive as RFC 5280 asks.
    func setSerialNumber() throws(SignedDataError) {
        var bytes = [UInt8](repeating: 0, count: 16)
        try check(RAND_bytes(&bytes, 16))
        bytes[0] = bytes[0] & 0x3F | 0x40
        let number = BN_bin2bn(bytes, 16, nil)
        defer { BN_free(number) }
        try check(BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) == nil ? 0 : 1)
    }

    func add(_ field: String, _ value: String, to name: OpaquePointer?) throws(SignedDataError) {
        let bytes = Array(value.utf8)
        try check(X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0))
    }

    func add(_ newExtension: OpaquePointer?) throws(SignedDataError) {
        defer { X509_EXTENSION_free(newExtension) }
        try check(newExtension == nil ? 0 : X509_add_ext(pointer, newExtension, -1))
    }

    func addMarker(_ identifier: String, isCritical: Bool) throws(SignedDataError) {
        let object = OBJ_txt2obj(identifier, 1)
        let value = ASN1_OCTET_STRING_new()
        defer {
            ASN1_OBJECT_free(object)
            ASN1_OCTET_STRING_free(value)
        }
        try check(ASN1_OCTET_STRING_set(value, [0x05, 0x00], 2))
        try add(X509_EXTENSION_create_by_OBJ(nil, object, isCritical ? 1 : 0, value))
    }
}

extension Date {
    /// The whole second at or before this moment.
    var unixSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }
}
