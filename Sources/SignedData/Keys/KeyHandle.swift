// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Owns one OpenSSL key.
///
/// Sendable because the key is never changed once it is here, and OpenSSL 3 lets any number of threads use such a key.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        EVP_PKEY_free(pointer)
    }
}
