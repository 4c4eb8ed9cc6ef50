// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData

/// Decides whether something signed can be relied on by one app on one device.
///
/// Certificates and signature come first, then the app, then the device: the first that does not hold is reported.
struct FactVerifier: Sendable {
    let signatures: JWSVerifier
    let device: UUID
    /// The app that facts must be about; `nil` accepts every app.
    let bundleID: String?
    let client: StoreClient?

    /// Reads and verifies a compact JWS.
    ///
    /// - Throws: `unreadableFact` when there is nothing to show, not even an unverified value.
    func verify<Fact: SignedFact>(_ compact: String, as type: Fact.Type = Fact.self)
        throws(StoreConnectionError) -> VerificationResult<Fact>
    {
        let text = SignedText(compact: compact)
        let verified = Result { () throws(VerificationFailure) in
            try signatures.verify(compact, as: Fact.Payload.self).payload
        }
        switch verified {
        case .success(let payload):
            let fact: Fact = try fact(payload, text)
            guard let problem: VerificationResult<Fact>.VerificationError = claimProblem(payload) else {
                return .verified(fact)
            }
            return .unverified(fact, problem)
        case .failure(let failure):
            let payload = try unverifiedPayload(text, of: Fact.self)
            return .unverified(try fact(payload, text), VerificationResult.VerificationError(failure.reason))
        }
    }

    private func fact<Fact: SignedFact>(_ payload: Fact.Payload, _ text: SignedText) throws(StoreConnectionError)
        -> Fact
    {
        guard let fact = Fact(SignedSource(text: text, payload: payload, client: client)) else {
            throw .unreadable(Fact.kind, "it lacks an identifier, a product or a date")
        }
        return fact
    }

    private func unverifiedPayload<Fact: SignedFact>(_ text: SignedText, of fact: Fact.Type)
        throws(StoreConnectionError) -> Fact.Payload
    {
        guard let payload = try? JSONDecoder().decode(Fact.Payload.self, from: text.payload) else {
            throw .unreadable(Fact.kind, "its payload is not the expected JSON")
        }
        return payload
    }

    /// What a payload that was signed as it stands claims wrongly.
    private func claimProblem<Signed>(_ claims: some DeviceClaims) -> VerificationResult<Signed>.VerificationError? {
        if let bundleID, let found = claims.bundleIDClaim, found != bundleID { return .invalidSignature }
        guard claims.signedDateOptional != nil, claims.deviceVerification != nil,
            let nonce = claims.deviceVerificationNonce
        else { return .missingRequiredProperties }
        return claims.deviceHash == Self.deviceHash(nonce: nonce, device: device) ? nil : .invalidDeviceVerification
    }

    /// SHA-384 over nonce and device identifier in lower case, the nonce first.
    static func deviceHash(nonce: UUID, device: UUID) -> Data {
        Data(SHA384.digest((nonce.lowercaseText + device.lowercaseText).utf8))
    }
}

extension VerificationResult.VerificationError {
    /// The kind of problem a reason belongs to.
    init(_ reason: VerificationFailure.Reason) {
        self =
            switch reason {
            case .empty, .tokenTooLarge, .segmentCount, .segmentMalformed, .headerMalformed, .criticalHeader,
                .signatureSize, .certificateMalformed, .certificateTooLarge, .payloadMalformed, .duplicateKey,
                .nestingTooDeep, .wrongPayloadKind:
                .invalidEncoding
            case .certificatesMissing, .markerMissing, .algorithm(nil):
                .missingRequiredProperties
            case .certificateCount, .keyUnsupported, .untrustedRoot, .chainBroken, .certificateUnsuitable,
                .certificateExpired, .certificateNotYetValid:
                .invalidCertificateChain
            case .certificateRevoked, .revocationUnknown, .revocationUnavailable, .revocationUnchecked:
                .revokedCertificate
            case .algorithm, .signatureInvalid, .wrongBundleID, .wrongAppAppleID, .wrongEnvironment:
                .invalidSignature
            }
    }
}
