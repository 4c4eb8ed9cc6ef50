// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// SHA-256 of a beginning that many texts share, so that it is computed once.
///
/// Sendable because the context is complete once it is here: afterwards it is only copied, which reads it.
final class DigestPrefix: @unchecked Sendable {
    private let context: OpaquePointer

    /// Takes in the beginning; `nil` when OpenSSL has no memory left.
    init?(_ beginning: UnsafeRawBufferPointer) {
        guard let context = EVP_MD_CTX_new() else { return nil }
        self.context = context
        guard EVP_DigestInit_ex2(context, OpenSSL.sha256, nil) == 1,
            EVP_DigestUpdate(context, beginning.baseAddress, beginning.count) == 1
        else { return nil }
    }

    deinit {
        EVP_MD_CTX_free(context)
    }

    /// Writes the digest of the beginning and this end, 32 bytes; false when OpenSSL has no memory left.
    func digest(endingIn end: UnsafeRawBufferPointer, to digest: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard let copy = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(copy) }
        return EVP_MD_CTX_copy_ex(copy, context) == 1 && EVP_DigestUpdate(copy, end.baseAddress, end.count) == 1
            && EVP_DigestFinal_ex(copy, digest.baseAddress, nil) == 1
    }
}
