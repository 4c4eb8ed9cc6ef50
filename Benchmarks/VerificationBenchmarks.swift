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
    ///
    /// Two processors may each be slower than one alone, so the same is held against what a second thread gives raw
    /// verification, which shares nothing.
    static func twoThreads() throws -> [Outcome] {
        let authority = try CertificateAuthority.make(now: Sample.now)
        let jws = try JWSSigner(authority).sign(Sample.payload())
        let verifier = Sample.verifier(authority)
        // What threads of a server share is the verifier; each has texts of its own.
        let texts = (0..<2).map { _ in String(decoding: Array(jws.utf8), as: UTF8.self) }
        // Safe because each thread has its own.
        nonisolated(unsafe) let raw = try (0..<2).map { _ in try payloadSignature(authority) }
        // Long enough that waking the second thread does not count.
        let batch = 500
        let verify: @Sendable (Int) -> Void = { thread in
            for _ in 0..<batch {
                guard (try? verifier.verify(texts[thread], as: JWSTransactionDecodedPayload.self)) != nil else {
                    preconditionFailure("A good transaction was refused")
                }
            }
        }
        let verifyRaw: @Sendable (Int) -> Void = { thread in
            for _ in 0..<batch where (try? raw[thread].verify()) == nil {
                preconditionFailure("A good signature was refused")
            }
        }
        let rates = try Outcome.rates(
            rounds: 101, countingWaiting: true,
            [
                { verify(0) }, { DispatchQueue.concurrentPerform(iterations: 2, execute: verify) },
                { verifyRaw(0) }, { DispatchQueue.concurrentPerform(iterations: 2, execute: verifyRaw) },
            ])
        let (one, two) = (rates[0] * Double(batch), rates[1] * Double(2 * batch))
        let gain = 2 * rates[3] / rates[2]
        return [
            Outcome(value: two, unit: "verifications/s", reference: "one thread", referenceValue: one),
            Outcome(
                value: two, unit: "verifications/s",
                reference: "one thread and what a second one gives raw P-256 verify", referenceValue: one * gain),
        ]
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
