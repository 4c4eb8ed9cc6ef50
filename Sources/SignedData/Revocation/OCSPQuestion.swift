// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// A question to an OCSP responder, whether a certificate was revoked.
///
/// Sendable because the identifier is never changed once it is here.
final class OCSPQuestion: @unchecked Sendable {
    let issuer: Certificate
    /// The request in DER.
    let request: Data
    /// Whom to ask; `nil` when the certificate names nobody who listens to HTTP.
    let responder: URL?
    /// SHA-256 of the issuer's name and key, and the certificate's serial number.
    private let identifier: OpaquePointer

    /// Throws `malformed` when OpenSSL has no memory left.
    init(about certificate: Certificate, of issuer: Certificate) throws(RevocationProblem) {
        guard let identifier = OCSP_cert_to_id(OpenSSL.sha256, certificate.handle.pointer, issuer.handle.pointer)
        else { throw .malformed }
        self.identifier = identifier
        self.issuer = issuer
        self.responder = Self.responder(of: certificate)
        self.request = OpenSSL.encodeRequest(about: identifier) ?? Data()
        guard !request.isEmpty else { throw .malformed }
    }

    deinit {
        OCSP_CERTID_free(identifier)
    }

    /// Tells whether an identifier in a response is this question's.
    func isAbout(_ other: OpaquePointer?) -> Bool {
        OCSP_id_cmp(identifier, other) == 0
    }

    private static func responder(of certificate: Certificate) -> URL? {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2048) { text in
            openstorekit_ocsp_responder(certificate.handle.pointer, text.baseAddress, text.count) == 1
                ? String(cString: text.baseAddress!) : nil
        }
        ERR_clear_error()
        guard let url = text.flatMap(URL.init(string:)), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme)
        else { return nil }
        return url
    }
}

extension OpenSSL {
    fileprivate static func encodeRequest(about identifier: OpaquePointer) -> Data? {
        guard let request = OCSP_REQUEST_new() else { return nil }
        defer { OCSP_REQUEST_free(request) }
        guard let copy = OCSP_CERTID_dup(identifier) else { return nil }
        guard OCSP_request_add0_id(request, copy) != nil else {
            OCSP_CERTID_free(copy)
            return nil
        }
        return der { i2d_OCSP_REQUEST(request, $0) }
    }
}
