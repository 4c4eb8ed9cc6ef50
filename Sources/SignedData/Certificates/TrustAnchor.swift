// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// One trusted root, ready for OpenSSL to build chains to.
///
/// Sendable because the store is filled before anyone else sees it, and OpenSSL locks its own look-ups in it.
final class TrustAnchor: @unchecked Sendable {
    enum Problem {
        /// No chain of exactly these two certificates and the root exists.
        case notIssuedByRoot
        case leafNotIssuedByIntermediate
        case unsuitable(VerificationFailure.Position, String)
    }

    /// OpenSSL's level of 112 bits: no SHA-1, no short RSA keys.
    private static let securityLevel: Int32 = 2

    let certificate: Certificate
    private let store: OpaquePointer?

    init(_ certificate: Certificate) {
        self.certificate = certificate
        self.store = X509_STORE_new()
        X509_STORE_add_cert(store, certificate.handle.pointer)
    }

    deinit {
        X509_STORE_free(store)
    }

    /// Finds what is wrong with leaf and intermediate under this root; `nil` when they hold.
    ///
    /// Covers signatures, names, authority, path length, key usage, name constraints and unknown critical extensions.
    /// Dates are left to the caller, who may judge at several.
    func problem(leaf: Certificate, intermediate: Certificate) -> Problem? {
        guard let context = X509_STORE_CTX_new(),
            let untrusted = openstorekit_x509_stack_of(intermediate.handle.pointer)
        else { return .notIssuedByRoot }
        defer {
            X509_STORE_CTX_free(context)
            openstorekit_x509_stack_free(untrusted)
            ERR_clear_error()
        }
        guard X509_STORE_CTX_init(context, store, leaf.handle.pointer, untrusted) == 1 else { return .notIssuedByRoot }
        X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_NO_CHECK_TIME))
        X509_VERIFY_PARAM_set_auth_level(X509_STORE_CTX_get0_param(context), Self.securityLevel)
        guard X509_verify_cert(context) == 1 else {
            return problem(code: X509_STORE_CTX_get_error(context), depth: X509_STORE_CTX_get_error_depth(context))
        }
        // A leaf signed by the root itself needs no intermediate: that is not how the App Store's look.
        let chain = X509_STORE_CTX_get0_chain(context)
        guard openstorekit_x509_stack_count(chain) == 3,
            X509_cmp(openstorekit_x509_stack_value(chain, 1), intermediate.handle.pointer) == 0
        else { return .leafNotIssuedByIntermediate }
        return nil
    }

    private func problem(code: Int32, depth: Int32) -> Problem {
        switch code {
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            return depth == 0 ? .leafNotIssuedByIntermediate : .notIssuedByRoot
        default:
            let position: VerificationFailure.Position = depth == 0 ? .leaf : depth == 1 ? .intermediate : .root
            return .unsuitable(position, String(cString: X509_verify_cert_error_string(Int(code))))
        }
    }
}
