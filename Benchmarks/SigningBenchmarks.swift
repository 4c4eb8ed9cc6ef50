// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignedData

/// From payload to signed text, on one core.
enum SigningBenchmarks {
    /// A whole JWS against the signature alone.
    static func sign() throws -> Outcome {
        let authority = try CertificateAuthority.make(now: Sample.now)
        let signer = JWSSigner(authority)
        let payload = try Sample.payload()
        let digest = Data(count: 32)
        return try Outcome.compare(unit: "signatures/s", reference: "P-256 signature over 32 bytes") {
            _ = try signer.sign(payload)
        } with: {
            _ = try authority.leafKey.derSignature(of: digest)
        }
    }
}
