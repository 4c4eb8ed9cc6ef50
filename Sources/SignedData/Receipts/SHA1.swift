// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
package import Foundation

/// The digest that binds receipts to devices; it protects nothing else here.
package enum SHA1 {
    /// The 20 bytes of the digest.
    package static func hash(_ bytes: Data) -> Data {
        var digest = Data(count: 20)
        bytes.withUnsafeBytes { bytes in
            digest.withUnsafeMutableBytes { digest in
                _ = EVP_Digest(
                    bytes.baseAddress, bytes.count, digest.bindMemory(to: UInt8.self).baseAddress, nil, EVP_sha1(), nil)
            }
        }
        return digest
    }
}
