// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import COpenSSL
import Foundation
import SignedData

/// From signed text to typed payload, on one core.
enum VerificationBenchmarks {
    /// Header check, base64url, SHA-256, signature and typed decoding for a signer that has been seen before.
    static func cached() throws -> Outcome {
        let authority = try CertificateAuthority.make(now: Sample.now)
        let jws = try JWSSigner(authority).sign(Sample.payload())
        let verifier = Sample.verifier(authority)
        let raw = try payloadSignature(authority)
        return try Outcome.compare(unit: "verifications/s", reference: "raw P-256 verify") {
            _ = try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
        } with: {
            try raw.verify()
        }
    }

    /// The same for a signer that has never been seen: two certificates are read and checked besides.
    static func wholeChain() throws -> Outcome {
        let authority = try CertificateAuthority.make(now: Sample.now)
        let jws = try JWSSigner(authority).sign(Sample.payload())
        let verifier = Sample.verifier(authority, cacheCapacity: 0)
        let raw = try payloadSignature(authority)
        let chain = try certificateSignatures()
        return try Outcome.compare(unit: "verifications/s", reference: "raw P-256 verify and two raw P-384 verify") {
            _ = try verifier.verify(jws, as: JWSTransactionDecodedPayload.self)
        } with: {
            try raw.verify()
            try chain.verify()
            try chain.verify()
        }
    }

    /// Two threads that share one verifier against one thread alone: what they lose by sharing.
    static func twoThreads() throws -> Outcome {
        let authority = try CertificateAuthority.make(now: Sample.now)
        let jws = try JWSSigner(authority).sign(Sample.payload())
        let verifier = Sample.verifier(authority)
        // Long enough that waking the second thread does not count.
        let batch = 2000
        let verifyBatch: @Sendable () -> Void = {
            // What threads of a server share is the verifier; each has texts of its own.
            let jws = String(decoding: Array(jws.utf8), as: UTF8.self)
            for _ in 0..<batch where (try? verifier.verify(jws, as: JWSTransactionDecodedPayload.self)) == nil {
                preconditionFailure("A good transaction was refused")
            }
        }
        let outcome = Outcome.compare(unit: "verifications/s", reference: "one thread", countingWaiting: true) {
            DispatchQueue.concurrentPerform(iterations: 2) { _ in verifyBatch() }
        } with: {
            verifyBatch()
        }
        return Outcome(
            value: outcome.value * Double(2 * batch), unit: outcome.unit, reference: outcome.reference,
            referenceValue: outcome.referenceValue * Double(batch))
    }

    private static func payloadSignature(_ authority: CertificateAuthority) throws -> RawOpenSSL {
        let message = Data("message".utf8)
        return try RawOpenSSL(
            publicKey: authority.leafKey.publicKey.derRepresentation,
            digest: RawOpenSSL.digest(message, EVP_sha256()), signature: authority.leafKey.derSignature(of: message))
    }

    private static func certificateSignatures() throws -> RawOpenSSL {
        let key = try SigningKey.generate(.p384)
        let message = Data("message".utf8)
        return try RawOpenSSL(
            publicKey: key.publicKey.derRepresentation, digest: RawOpenSSL.digest(message, EVP_sha384()),
            signature: key.derSignature(of: message))
    }
}
