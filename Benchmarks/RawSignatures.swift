// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation
import SignedData

/// The signatures that a purchase cannot do without: one made by the store and checked by the client for the answer, and
/// as many for the finishing.
struct RawSignatures {
    private let key: SigningKey
    private let verification: RawOpenSSL
    private let digest = Data(count: 32)

    init() throws {
        let message = Data("message".utf8)
        key = try SigningKey.generate(.p256)
        verification = try RawOpenSSL(
            publicKey: key.publicKey.derRepresentation, digest: RawOpenSSL.digest(message, EVP_sha256()),
            signature: key.derSignature(of: message))
    }

    func signAndVerifyTwice() throws {
        for _ in 0..<2 {
            _ = try key.derSignature(of: digest)
            try verification.verify()
        }
    }

    static func makeKeyAndSign() throws {
        _ = try SigningKey.generate(.p256).derSignature(of: Data(count: 32))
    }
}
