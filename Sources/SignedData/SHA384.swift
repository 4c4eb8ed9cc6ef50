// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// SHA-384, which ties signed data to a device.
package enum SHA384 {
    /// Returns the 48 bytes of the digest.
    package static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let input = Array(bytes)
        var digest = [UInt8](repeating: 0, count: 48)
        let done = EVP_Digest(input, input.count, &digest, nil, OpenSSL.sha384, nil)
        // With a built-in algorithm and memory at hand OpenSSL has nothing to fail on.
        precondition(done == 1, "EVP_Digest(SHA-384) failed")
        return digest
    }
}
