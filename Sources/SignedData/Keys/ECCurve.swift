// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// The curves the App Store signs with.
package enum ECCurve: Sendable, Hashable {
    /// NIST P-256, with SHA-256: signatures of payloads.
    case p256
    /// NIST P-384, with SHA-384: signatures of certificates.
    case p384

    var name: String {
        switch self {
        case .p256: "P-256"
        case .p384: "P-384"
        }
    }

    /// The bytes of each half of a signature.
    var scalarSize: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        }
    }

    var digest: OpaquePointer? {
        switch self {
        case .p256: EVP_sha256()
        case .p384: EVP_sha384()
        }
    }

    /// The curve a key lies on; `nil` for RSA, other curves and curves written out as numbers.
    init?(of key: OpaquePointer) {
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC else { return nil }
        let name = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            EVP_PKEY_get_group_name(key, text.baseAddress, text.count, nil) == 1
                ? String(cString: text.baseAddress!) : ""
        }
        ERR_clear_error()
        switch name {
        case "prime256v1": self = .p256
        case "secp384r1": self = .p384
        default: return nil
        }
    }
}
