// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// SHA-256 of a beginning that many texts share, so that it is computed once.
///
/// Sendable because the context is complete once it is here: afterwards it is only copied, which reads it.
final class DigestPrefix: @unchecked Sendable {
    private let context: DigestContext

    /// Takes in the beginning; `nil` when OpenSSL has no memory left.
    init?(_ beginning: UnsafeRawBufferPointer) {
        guard let context = DigestContext(), EVP_DigestInit_ex2(context.pointer, OpenSSL.sha256, nil) == 1,
            EVP_DigestUpdate(context.pointer, beginning.baseAddress, beginning.count) == 1
        else { return nil }
        self.context = context
    }

    /// The same in memory of its own.
    init?(copying other: DigestPrefix) {
        guard let context = DigestContext(), EVP_MD_CTX_copy_ex(context.pointer, other.context.pointer) == 1
        else { return nil }
        self.context = context
    }

    /// Writes the digest of the beginning and this end, 32 bytes; false when OpenSSL has no memory left.
    ///
    /// - Parameter copy: Where it is computed; what was there is overwritten.
    func digest(
        endingIn end: UnsafeRawBufferPointer, to digest: UnsafeMutableBufferPointer<UInt8>, in copy: DigestContext
    ) -> Bool {
        EVP_MD_CTX_copy_ex(copy.pointer, context.pointer) == 1
            && EVP_DigestUpdate(copy.pointer, end.baseAddress, end.count) == 1
            && EVP_DigestFinal_ex(copy.pointer, digest.baseAddress, nil) == 1
    }
}
