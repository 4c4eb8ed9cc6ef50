// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// OpenSSL's room for computing a digest, used again and again by one thread at a time.
final class DigestContext {
    let pointer: OpaquePointer

    init?() {
        guard let pointer = EVP_MD_CTX_new() else { return nil }
        self.pointer = pointer
    }

    deinit {
        EVP_MD_CTX_free(pointer)
    }
}
