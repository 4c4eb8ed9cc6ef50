// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Message authentication codes of HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
    /// Returns the 32 bytes of the code.
    package static func code(of bytes: some Sequence<UInt8>, key: [UInt8]) -> [UInt8] {
        let input = Array(bytes)
        var code = [UInt8](repeating: 0, count: 32)
        var length = 0
        let done = EVP_Q_mac(
            nil, "HMAC", nil, "SHA256", nil, key, key.count, input, input.count, &code, code.count, &length)
        // With a built-in algorithm and memory at hand OpenSSL has nothing to fail on.
        precondition(done != nil && length == 32, "EVP_Q_mac(HMAC-SHA-256) failed")
        return code
    }
}
