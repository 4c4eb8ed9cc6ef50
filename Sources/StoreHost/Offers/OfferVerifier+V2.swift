// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Foundation
import SignedData
package import StoreEngine

extension OfferVerifier {
    /// Checks a promotional offer's signature in the form of a compact JWS at a moment of the real time.
    ///
    /// A transaction in it must be one of the customer's; it may be left out. Such a signature has no date of expiry, and
    /// is accepted as long as one of the original form.
    package func verifyPromotional(_ compact: String, for claim: OfferClaim, at now: StoreInstant) -> OfferProof {
        Self.proof { () throws(OfferFault) in
            let claims = try claims(of: compact, audience: "promotional-offer", claim, now: now)
            guard let offerID = claims.offerIdentifier else { throw OfferFault(.missingParameters) }
            guard offerID == claim.offerID else { throw OfferFault(.wrongOffer) }
            if let transaction = claims.transactionId, !claim.customerIDs.contains(transaction) {
                throw OfferFault(.wrongCustomer)
            }
        }
    }

    /// Reads a claim about an introductory offer at a moment of the real time; it must name one of the customer's
    /// transactions.
    package func introductoryOverride(
        _ compact: String, for claim: OfferClaim, at now: StoreInstant
    ) -> IntroductoryOverride {
        var isAllowed = false
        let proof = Self.proof { () throws(OfferFault) in
            let claims = try claims(of: compact, audience: "introductory-offer-eligibility", claim, now: now)
            guard let allowed = claims.allowIntroductoryOffer, let transaction = claims.transactionId else {
                throw OfferFault(.missingParameters)
            }
            guard claim.customerIDs.contains(transaction) else { throw OfferFault(.wrongCustomer) }
            isAllowed = allowed
        }
        return IntroductoryOverride(isAllowed: isAllowed, proof: proof)
    }

    private func claims(
        of compact: String, audience: String, _ claim: OfferClaim, now: StoreInstant
    ) throws(OfferFault) -> Claims {
        guard !compact.isEmpty else { throw OfferFault(.missingParameters) }
        guard let jws = try? UnverifiedJWS(compact) else { throw OfferFault(.malformed) }
        guard let keyID = jws.header.keyID else { throw OfferFault(.missingParameters) }
        guard try key(keyID).isES256Signature(jws.signature, of: jws.signingInput) else {
            throw OfferFault(.wrongSignature)
        }
        guard let claims = try? jws.unsafePayload(as: Claims.self) else { throw OfferFault(.malformed) }
        guard let issued = claims.iat, claims.iss?.isEmpty == false, claims.nonce.flatMap(UUID.init) != nil,
            let productID = claims.productId
        else { throw OfferFault(.missingParameters) }
        guard claims.aud == audience else { throw OfferFault(.wrongAudience) }
        guard claims.bid == bundleID else { throw OfferFault(.wrongBundle) }
        guard productID == claim.productID else { throw OfferFault(.wrongProduct) }
        // Beyond such a number of seconds there is no date.
        guard abs(issued) < 1e11 else { throw OfferFault(.malformed) }
        try checkTime(StoreInstant(milliseconds: Int64(issued * 1000)), now: now)
        return claims
    }

    private struct Claims: Decodable {
        let iss, bid, aud, nonce, productId, offerIdentifier, transactionId: String?
        /// In seconds since 1970.
        let iat: Double?
        let allowIntroductoryOffer: Bool?
    }
}
