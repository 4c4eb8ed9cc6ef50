// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation

/// OpenSSL by itself with everything prepared: the least that must be done.
final class RawOpenSSL {
    struct Failure: Error {}

    private let context: OpaquePointer
    private let digest: [UInt8]
    private let signature: [UInt8]

    /// Takes a key as SubjectPublicKeyInfo, a digest and its signature in DER.
    init(publicKey: Data, digest: [UInt8], signature: Data) throws {
        let key = publicKey.withUnsafeBytes { bytes in
            var cursor = bytes.bindMemory(to: UInt8.self).baseAddress
            return d2i_PUBKEY(nil, &cursor, bytes.count)
        }
        guard let key, let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil), EVP_PKEY_verify_init(context) == 1
        else { throw Failure() }
        EVP_PKEY_free(key)
        self.context = context
        self.digest = digest
        self.signature = Array(signature)
    }

    deinit {
        EVP_PKEY_CTX_free(context)
    }

    func verify() throws {
        guard EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1 else { throw Failure() }
    }

    static func digest(_ message: Data, _ algorithm: OpaquePointer?) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MD_get_size(algorithm)))
        let bytes = Array(message)
        EVP_Digest(bytes, bytes.count, &digest, nil, algorithm, nil)
        return digest
    }
}
