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
    let revocation: RevocationChecker?
    private let now: @Sendable () -> Date

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - trust: Whose signatures count.
    ///   - expectation: The app and the stores whose data counts.
    ///   - cacheCapacity: How many signers to remember, some ten kilobytes each, and 150 more for one that has
    ///     signed a thousand payloads; 0 checks every chain every time.
    ///   - transport: Asks about revocation, if the trust wants that.
    ///   - now: The clock for ``Trust/ValidationTime/now``, for payloads that state no date and for answers about
    ///     revocation.
    public init(
        trust: Trust = .appStore(), expecting expectation: ExpectedApp, cacheCapacity: Int = 64,
        transport: any OCSPTransport = HTTPOCSPTransport(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.trust = trust
        self.expectation = expectation
        self.evaluator = SignerEvaluator(trust)
        self.cache = SignerCache(capacity: cacheCapacity)
        self.revocation = RevocationChecker(trust.revocation, transport: transport, now: now)
        self.now = now
    }

    /// Verifies a compact JWS without asking anybody.
    ///
    /// - Throws: ``VerificationFailure``; nothing in the payload has been believed then. A trust that asks for
    ///   revocation checks needs ``verifyOnline(_:as:)``; here it refuses everything as `revocationUnchecked`.
    public func verify<Payload: SignedPayload>(_ compact: String, as type: Payload.Type = Payload.self)
        throws(VerificationFailure) -> Verified<Payload>
    {
        guard revocation == nil else { throw VerificationFailure(.revocationUnchecked) }
        return try verifyOffline(compact, as: type)
    }

    /// Verifies a compact JWS, and asks about the revocation of its certificates where the trust wants that.
    ///
    /// The network is used only for text that holds in every other way. Answers are remembered, so most calls do not
    /// wait for anything.
    ///
    /// - Throws: ``VerificationFailure``; one that ``VerificationFailure/isRetryable`` says nothing against the text.
    public func verifyOnline<Payload: SignedPayload>(_ compact: String, as type: Payload.Type = Payload.self)
        async throws(VerificationFailure) -> Verified<Payload>
    {
        let verified = try verifyOffline(compact, as: type)
        try await revocation?.check(verified.signer)
        return verified
    }

    /// Verifies a JWS that has been taken apart already, and asks about revocation where the trust wants that.
    ///
    /// - Throws: ``VerificationFailure``; one that ``VerificationFailure/isRetryable`` says nothing against the text.
    public func verifyOnline<Payload: SignedPayload>(_ jws: UnverifiedJWS, as type: Payload.Type = Payload.self)
        async throws(VerificationFailure) -> Verified<Payload>
    {
        try await verifyOnline(jws.compact, as: type)
    }

    // Saves a generic function's look-ups for the payloads that servers see all day.
    @_specialize(where Payload == JWSTransactionDecodedPayload)
    @_specialize(where Payload == JWSRenewalInfoDecodedPayload)
    @_specialize(where Payload == ResponseBodyV2DecodedPayload)
    private func verifyOffline<Payload: SignedPayload>(_ compact: String, as type: Payload.Type)
        throws(VerificationFailure) -> Verified<Payload>
    {
        let segments = try CompactSegments(compact)
        guard let known = segments.withHeaderSegment(cache.entry) else {
            let jws = try UnverifiedJWS(segments, header: segments.header())
            return try accept(jws, from: newSigner(of: jws))
        }
        let jws = try UnverifiedJWS(segments, header: known.header)
        try checkSignature(of: jws, by: known)
        return try accept(jws, from: known.signer)
    }

    /// Verifies a JWS that has been taken apart already, without asking anybody.
    ///
    /// - Throws: ``VerificationFailure``; nothing in the payload has been believed then.
    public func verify<Payload: SignedPayload>(_ jws: UnverifiedJWS, as type: Payload.Type = Payload.self)
        throws(VerificationFailure) -> Verified<Payload>
    {
        guard revocation == nil else { throw VerificationFailure(.revocationUnchecked) }
        return try accept(jws, from: signer(of: jws))
    }

    /// Checks certificates, but for their dates, and signature, whatever the payload is.
    func signer(of jws: UnverifiedJWS) throws(VerificationFailure) -> Signer {
        guard let known = jws.segments.withHeaderSegment(cache.entry) else { return try newSigner(of: jws) }
        try checkSignature(of: jws, by: known)
        return known.signer
    }

    private func newSigner(of jws: UnverifiedJWS) throws(VerificationFailure) -> Signer {
        let signer = try evaluator.signer(jws.header.certificates)
        let entry = SignerCache.Entry(header: jws.header, signer: signer, prefix: jws.segments.headerDigest)
        try checkSignature(of: jws, by: entry)
        jws.segments.withHeaderSegment { cache.insert(entry, for: $0) }
        return signer
    }

    private func checkSignature(of jws: UnverifiedJWS, by known: SignerCache.Entry) throws(VerificationFailure) {
        let key = known.signer.key
        let isSigned =
            if let prefix = known.prefix {
                jws.segments.withPayloadSegment { key.isES256Signature(jws.signature, of: prefix, endingIn: $0) }
            } else {
                jws.segments.withSigningInput { key.isES256Signature(jws.signature, of: $0) }
            }
        guard isSigned else { throw VerificationFailure(.signatureInvalid) }
    }

    /// Reads a payload whose signature holds, and judges what it says.
    @inline(__always)
    private func accept<Payload: SignedPayload>(_ jws: UnverifiedJWS, from signer: Signer)
        throws(VerificationFailure) -> Verified<Payload>
    {
        let decoded = try jws.decodedPayload(as: Payload.self)
        let payload = decoded.value
        try PayloadKind.check(payload, otherNames: decoded.otherNames)
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
