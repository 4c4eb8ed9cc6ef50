// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation

/// Turns signed text into payloads that can be relied on.
///
/// One verifier serves any number of threads and any mix of environments it expects. It remembers the signers it has
/// accepted, so that all but the first payload of a signer cost one signature check.
public struct JWSVerifier: Sendable {
    /// Whose signatures count.
    public let trust: Trust
    /// What the payload must be about.
    public let expectation: ExpectedApp
    private let evaluator: SignerEvaluator
    let cache: SignerCache
    private let now: @Sendable () -> Date

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - trust: Whose signatures count.
    ///   - expectation: The app and the stores whose data counts.
    ///   - cacheCapacity: How many signers to remember, some ten kilobytes each; 0 checks every chain every time.
    ///   - now: The clock for ``Trust/ValidationTime/now`` and for payloads that state no date.
    public init(
        trust: Trust = .appStore(), expecting expectation: ExpectedApp, cacheCapacity: Int = 64,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.trust = trust
        self.expectation = expectation
        self.evaluator = SignerEvaluator(trust)
        self.cache = SignerCache(capacity: cacheCapacity)
        self.now = now
    }

    /// Verifies a compact JWS.
    ///
    /// - Throws: ``VerificationFailure``; nothing in the payload has been believed then.
    public func verify<Payload: SignedPayload>(_ compact: String, as type: Payload.Type = Payload.self)
        throws(VerificationFailure) -> Verified<Payload>
    {
        let segments = try CompactSegments(compact)
        let headerKey = segments.headerKey
        guard let known = cache.entry(for: headerKey) else {
            let jws = try UnverifiedJWS(segments, header: segments.header())
            return try accept(jws, from: newSigner(of: jws, headerKey: headerKey))
        }
        let jws = try UnverifiedJWS(segments, header: known.header)
        try checkSignature(of: jws, by: known.signer)
        return try accept(jws, from: known.signer)
    }

    /// Verifies a JWS that has been taken apart already.
    ///
    /// - Throws: ``VerificationFailure``; nothing in the payload has been believed then.
    public func verify<Payload: SignedPayload>(_ jws: UnverifiedJWS, as type: Payload.Type = Payload.self)
        throws(VerificationFailure) -> Verified<Payload>
    {
        try accept(jws, from: signer(of: jws))
    }

    /// Checks certificates, but for their dates, and signature, whatever the payload is.
    func signer(of jws: UnverifiedJWS) throws(VerificationFailure) -> Signer {
        let headerKey = jws.segments.headerKey
        guard let known = cache.entry(for: headerKey) else { return try newSigner(of: jws, headerKey: headerKey) }
        try checkSignature(of: jws, by: known.signer)
        return known.signer
    }

    private func newSigner(of jws: UnverifiedJWS, headerKey: [UInt8]) throws(VerificationFailure) -> Signer {
        let signer = try evaluator.signer(jws.header.certificates)
        try checkSignature(of: jws, by: signer)
        cache.insert(SignerCache.Entry(header: jws.header, signer: signer), for: headerKey)
        return signer
    }

    private func checkSignature(of jws: UnverifiedJWS, by signer: Signer) throws(VerificationFailure) {
        let isSigned = jws.segments.withSigningInput { signer.key.isES256Signature(jws.signature, of: $0) }
        guard isSigned else { throw VerificationFailure(.signatureInvalid) }
    }

    /// Reads a payload whose signature holds, and judges what it says.
    private func accept<Payload: SignedPayload>(_ jws: UnverifiedJWS, from signer: Signer)
        throws(VerificationFailure) -> Verified<Payload>
    {
        let payload = try jws.unsafePayload(as: Payload.self)
        try signer.checkValidity(at: effectiveDate(payload))
        try expectation.check(payload.identityClaims)
        return Verified(payload: payload, jws: jws, signer: signer)
    }

    private func effectiveDate(_ payload: some SignedPayload) -> Date {
        switch trust.validationTime {
        case .signingDate: payload.signedDateOptional ?? now()
        case .now: now()
        }
    }
}
