// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A verified payload with everything signed inside it verified too and laid open, for people to read.
package struct UnfoldedPayload: Sendable {
    /// What was signed.
    package let kind: PayloadKind
    /// Who signed it.
    package let signer: Signer
    /// The app and the store it is about.
    package let claims: IdentityClaims
    /// The payload as indented JSON; in place of a signed string stands an object with `verified` and the payload.
    package let json: String
    /// What was refused inside, by the name of its field.
    package let refusals: [String: VerificationFailure]

    /// Verifies a compact JWS of any kind, and what is nested in it, with one verifier.
    ///
    /// - Throws: ``VerificationFailure`` when the outer text is refused; what is refused inside is in ``refusals``.
    package init(_ compact: String, verifier: JWSVerifier) throws(VerificationFailure) {
        let jws = try UnverifiedJWS(compact)
        let kind = try Self.kind(of: jws, verifier: verifier)
        self.kind = kind
        (self.signer, self.claims) = try Self.verify(jws, as: kind.type, verifier: verifier)
        var refusals: [String: VerificationFailure] = [:]
        let object = Self.unfold(Self.object(jws.payloadData), verifier: verifier, refusals: &refusals)
        let data = try? JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        self.json = String(decoding: data ?? jws.payloadData, as: UTF8.self)
        self.refusals = refusals
    }

    private static func kind(of jws: UnverifiedJWS, verifier: JWSVerifier) throws(VerificationFailure) -> PayloadKind {
        if let kind = PayloadKind(payload: jws.payloadData) { return kind }
        // An altered payload often is no JSON any more; then the signature is what is wrong.
        _ = try verifier.signer(of: jws)
        throw VerificationFailure(.payloadMalformed("no kind of App Store data has these fields"))
    }

    private static func verify<Payload: SignedPayload>(
        _ jws: UnverifiedJWS, as type: Payload.Type, verifier: JWSVerifier
    ) throws(VerificationFailure) -> (Signer, IdentityClaims) {
        let verified = try verifier.verify(jws, as: type)
        return (verified.signer, verified.payload.identityClaims)
    }

    private static func object(_ payload: Data) -> Any {
        (try? JSONSerialization.jsonObject(with: payload)) ?? [String: Any]()
    }

    private static func unfold(
        _ value: Any, verifier: JWSVerifier, refusals: inout [String: VerificationFailure]
    ) -> Any {
        guard let object = value as? [String: Any] else { return value }
        var unfolded = object
        for (key, value) in object {
            guard let text = value as? String, key.hasPrefix("signed") else {
                unfolded[key] = unfold(value, verifier: verifier, refusals: &refusals)
                continue
            }
            unfolded[key] = unfold(signed: text, key: key, verifier: verifier, refusals: &refusals)
        }
        return unfolded
    }

    private static func unfold(
        signed compact: String, key: String, verifier: JWSVerifier, refusals: inout [String: VerificationFailure]
    ) -> [String: Any] {
        do throws(VerificationFailure) {
            let jws = try UnverifiedJWS(compact)
            let kind = try kind(of: jws, verifier: verifier)
            _ = try verify(jws, as: kind.type, verifier: verifier)
            return ["verified": true, "payload": object(jws.payloadData)]
        } catch {
            refusals[key] = error
            return ["verified": false, "problem": error.description]
        }
    }
}
