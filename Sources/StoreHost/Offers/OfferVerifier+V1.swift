// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
import SignedData
package import StoreEngine

/// The original form of a promotional offer's signature, with what it was made of.
package struct OfferSignature: Sendable, Hashable {
    package var keyID: String
    package var nonce: UUID
    /// When it was made, in milliseconds since 1970.
    package var timestamp: Int64
    /// ECDSA on P-256 with SHA-256, in DER.
    package var signature: Data

    /// Creates a signature.
    package init(keyID: String, nonce: UUID, timestamp: Int64, signature: Data) {
        self.keyID = keyID
        self.nonce = nonce
        self.timestamp = timestamp
        self.signature = signature
    }

    /// The bytes that are signed: the parts with an invisible separator between them, identifiers in lower case.
    ///
    /// Source: Apple's description of how to make a signature for a promotional offer.
    package static func message(
        bundleID: String, keyID: String, productID: String, offerID: String, appAccountToken: UUID?, nonce: UUID,
        timestamp: Int64
    ) -> Data {
        let parts = [
            bundleID, keyID, productID, offerID, appAccountToken?.uuidString.lowercased() ?? "",
            nonce.uuidString.lowercased(), String(timestamp),
        ]
        return Data(parts.joined(separator: "\u{2063}").utf8)
    }
}

extension OfferVerifier {
    /// Checks the original form of a promotional offer's signature at a moment of the real time.
    ///
    /// The signature does not say what it was made for. To name the fault, what is likely is tried: no token in place of
    /// the purchase's, and the other products and offers given here.
    package func verify(
        _ signature: OfferSignature, for claim: OfferClaim, at now: StoreInstant, otherProductIDs: [String] = [],
        otherOfferIDs: [String] = []
    ) -> OfferProof {
        Self.proof { () throws(OfferFault) in
            guard !signature.keyID.isEmpty, !signature.signature.isEmpty, let offerID = claim.offerID else {
                throw OfferFault(.missingParameters)
            }
            let key = try key(signature.keyID)
            func holds(_ productID: String, _ offerID: String, _ token: UUID?) -> Bool {
                let message = OfferSignature.message(
                    bundleID: bundleID, keyID: signature.keyID, productID: productID, offerID: offerID,
                    appAccountToken: token, nonce: signature.nonce, timestamp: signature.timestamp)
                return key.isDERSignature(signature.signature, of: message)
            }
            guard holds(claim.productID, offerID, claim.appAccountToken) else {
                if claim.appAccountToken != nil, holds(claim.productID, offerID, nil) { throw OfferFault(.wrongToken) }
                if otherProductIDs.contains(where: { holds($0, offerID, claim.appAccountToken) }) {
                    throw OfferFault(.wrongProduct)
                }
                if otherOfferIDs.contains(where: { holds(claim.productID, $0, claim.appAccountToken) }) {
                    throw OfferFault(.wrongOffer)
                }
                throw OfferFault(.wrongSignature)
            }
            try checkTime(StoreInstant(milliseconds: signature.timestamp), now: now)
        }
    }
}
