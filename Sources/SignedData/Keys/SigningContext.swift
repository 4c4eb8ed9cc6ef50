// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// What one thread at a time needs to sign with one key.
final class SigningContext {
    /// Where the digests of what is to be signed are computed.
    let digest: DigestContext
    /// OpenSSL's preparations, which cost it several microseconds of look-ups.
    private let pointer: OpaquePointer

    init?(key: KeyHandle) {
        guard let digest = DigestContext(), let pointer = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)
        else { return nil }
        self.digest = digest
        self.pointer = pointer
        guard EVP_PKEY_sign_init(pointer) == 1 else { return nil }
    }

    deinit {
        EVP_PKEY_CTX_free(pointer)
    }

    /// Writes the signature of a digest in DER, and returns how long it is.
    func sign(
        _ digest: UnsafeMutableBufferPointer<UInt8>, writingTo der: UnsafeMutableBufferPointer<UInt8>
    ) -> Int? {
        var count = der.count
        guard EVP_PKEY_sign(pointer, der.baseAddress, &count, digest.baseAddress, digest.count) == 1 else {
            ERR_clear_error()
            return nil
        }
        return count
    }
}
