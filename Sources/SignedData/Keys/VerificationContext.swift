// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// What one thread at a time needs to check signatures by one key.
final class VerificationContext {
    /// Where the digests of what was signed are computed.
    let digest: DigestContext
    /// OpenSSL's preparations, which cost it several microseconds of look-ups.
    private let pointer: OpaquePointer
    /// The way that is faster once there is a table.
    var tabled: KeyTable.Check?

    init?(key: KeyHandle) {
        guard let digest = DigestContext(), let pointer = EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil)
        else { return nil }
        self.digest = digest
        self.pointer = pointer
        guard EVP_PKEY_verify_init(pointer) == 1 else { return nil }
    }

    deinit {
        EVP_PKEY_CTX_free(pointer)
    }

    /// Whether a signature in DER is one of a digest.
    func isSignature(_ der: UnsafeMutableBufferPointer<UInt8>, of digest: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        EVP_PKEY_verify(pointer, der.baseAddress, der.count, digest.baseAddress, digest.count) == 1
    }
}
