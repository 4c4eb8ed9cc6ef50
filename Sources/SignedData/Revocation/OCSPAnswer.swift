// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// What a responder says about one certificate, after everything about the answer itself has been checked.
struct OCSPAnswer: Sendable, Hashable {
    enum Status: Sendable, Hashable {
        case good
        case revoked(at: Date, reason: String?)
        case unknown
    }

    let status: Status
    /// Until when the responder stands by it.
    let validUntil: Date

    /// The largest response that is read, in bytes.
    static let sizeLimit = 64 * 1024
    /// How far the clocks of two machines may be apart, in seconds.
    static let clockTolerance: TimeInterval = 60

    /// Reads a response in DER and checks who signed it, what it is about and for which time.
    init(_ der: Data, to question: OCSPQuestion, now: Date) throws(RevocationProblem) {
        defer { ERR_clear_error() }
        guard der.count <= Self.sizeLimit,
            let response = OpenSSL.parse(der, { d2i_OCSP_RESPONSE(nil, $0, $1) }, free: OCSP_RESPONSE_free)
        else { throw .malformed }
        defer { OCSP_RESPONSE_free(response) }
        let outcome = OCSP_response_status(response)
        guard outcome == OCSP_RESPONSE_STATUS_SUCCESSFUL else { throw .refused(status: Int(outcome)) }
        guard let basic = OCSP_response_get1_basic(response) else { throw .malformed }
        defer { OCSP_BASICRESP_free(basic) }
        guard Self.isAuthorized(basic, by: question.issuer, now: now) else { throw .unauthorized }
        let single = (0..<OCSP_resp_count(basic)).lazy.compactMap { OCSP_resp_get0(basic, $0) }
            .first { question.isAbout(OCSP_SINGLERESP_get0_id($0)) }
        guard let single else { throw .otherCertificate }
        try self.init(single: single, now: now)
    }

    private init(single: OpaquePointer, now: Date) throws(RevocationProblem) {
        var reason: Int32 = -1
        var revocation: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var this: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var next: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        let code = OCSP_single_get0_status(single, &reason, &revocation, &this, &next)
        guard let thisUpdate = CertificateHandle.date(this) else { throw .malformed }
        let nextUpdate = CertificateHandle.date(next)
        guard (nextUpdate == nil) == (next == nil) else { throw .malformed }
        // Without a next update newer knowledge is always at hand: the answer holds for the moment it was made.
        let end = nextUpdate ?? thisUpdate
        guard thisUpdate <= now.addingTimeInterval(Self.clockTolerance),
            end >= now.addingTimeInterval(-Self.clockTolerance), end >= thisUpdate
        else { throw .stale(thisUpdate: thisUpdate, nextUpdate: nextUpdate) }
        self.validUntil = end
        switch code {
        case V_OCSP_CERTSTATUS_GOOD: self.status = .good
        case V_OCSP_CERTSTATUS_REVOKED:
            guard let date = CertificateHandle.date(revocation) else { throw .malformed }
            let name = reason < 0 ? nil : OCSP_crl_reason_str(Int(reason)).map { String(cString: $0) }
            self.status = .revoked(at: date, reason: name)
        default: self.status = .unknown
        }
    }

    /// Whether the issuer signed a response, or somebody whom the issuer named for this in a certificate.
    private static func isAuthorized(_ response: OpaquePointer, by issuer: Certificate, now: Date) -> Bool {
        guard isStrong(response) else { return false }
        if names(response, issuer.handle.pointer), isSigned(response, by: issuer.handle.pointer) { return true }
        let enclosed = OCSP_resp_get0_certs(response)
        return (0..<openstorekit_x509_stack_count(enclosed)).contains { index in
            guard let pointer = openstorekit_x509_stack_value(enclosed, index), names(response, pointer),
                let der = OpenSSL.der({ i2d_X509(pointer, $0) }), let delegate = try? Certificate(der: der)
            else { return false }
            return delegate.isOCSPDelegate(of: issuer) && delegate.validity.contains(now)
                && isSigned(response, by: delegate.handle.pointer)
        }
    }

    /// Whether a response says, by name or by key, that this certificate's key signed it.
    private static func names(_ response: OpaquePointer, _ certificate: OpaquePointer) -> Bool {
        var keyHash: UnsafePointer<ASN1_OCTET_STRING>?
        var name: OpaquePointer?
        guard OCSP_resp_get0_id(response, &keyHash, &name) == 1 else { return false }
        if let name { return X509_NAME_cmp(name, X509_get_subject_name(certificate)) == 0 }
        guard let keyHash, let bytes = ASN1_STRING_get0_data(keyHash) else { return false }
        // RFC 6960 fixes SHA-1 for this; it only finds the key, which the signature then proves.
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        guard X509_pubkey_digest(certificate, EVP_sha1(), &digest, &count) == 1 else { return false }
        return digest.prefix(Int(count)).elementsEqual(
            UnsafeBufferPointer(start: bytes, count: Int(ASN1_STRING_length(keyHash))))
    }

    private static func isSigned(_ response: OpaquePointer, by certificate: OpaquePointer) -> Bool {
        guard let key = X509_get0_pubkey(certificate) else { return false }
        return openstorekit_ocsp_verify(response, key) == 1
    }

    /// Whether a response is signed over SHA-256 or better.
    private static func isStrong(_ response: OpaquePointer) -> Bool {
        var object: OpaquePointer?
        X509_ALGOR_get0(&object, nil, nil, OCSP_resp_get0_tbs_sigalg(response))
        var digest: Int32 = 0
        guard OBJ_find_sigid_algs(OBJ_obj2nid(object), &digest, nil) == 1 else { return false }
        return [NID_sha256, NID_sha384, NID_sha512].contains(digest)
    }
}

extension Certificate {
    /// Whether an issuer issued this certificate for signing its OCSP responses (RFC 6960, 4.2.2.2).
    fileprivate func isOCSPDelegate(of issuer: Certificate) -> Bool {
        let flags = X509_get_extension_flags(handle.pointer)
        guard flags & UInt32(EXFLAG_XKUSAGE) != 0, flags & UInt32(EXFLAG_INVALID | EXFLAG_CRITICAL) == 0,
            X509_get_extended_key_usage(handle.pointer) & UInt32(XKU_OCSP_SIGN) != 0, !forbidsSigning,
            X509_check_issued(issuer.handle.pointer, handle.pointer) == X509_V_OK
        else { return false }
        return X509_verify(handle.pointer, X509_get0_pubkey(issuer.handle.pointer)) == 1
    }
}
