// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Foundation
import SignedData
package import StoreEngine

extension OfferVerifier {
    /// Reads the request in a compact JWS that the developer's server signed for an Advanced Commerce purchase.
    ///
    /// Such a JWS has no date of expiry, and is accepted as long as the signature of an offer.
    ///
    /// - Throws: ``Refusal`` with the number of the Advanced Commerce API.
    package func advancedCommerceOperation(
        _ compact: String, at now: StoreInstant
    ) throws(Refusal) -> AdvancedCommerceOperation {
        guard !compact.isEmpty else {
            throw .advancedCommerce(.nullAdvancedCommerceData, "The purchase carries no signed request")
        }
        guard let jws = try? UnverifiedJWS(compact) else {
            throw .advancedCommerce(.malformedPayload, "The signed request is not a compact JWS")
        }
        guard let keyID = jws.header.keyID, let key = try? key(keyID) else {
            throw .advancedCommerce(
                .invalidSignature, "The signed request names no key that the store knows",
                fix: "Sign with one of the store's In-App Purchase keys, and put its identifier into kid.")
        }
        guard key.isES256Signature(jws.signature, of: jws.signingInput) else {
            throw .advancedCommerce(.invalidSignature, "The signature of the request does not hold")
        }
        guard let claims = try? jws.unsafePayload(as: RequestClaims.self), let issued = claims.iat,
            claims.nonce.flatMap(UUID.init) != nil, claims.iss?.isEmpty == false, abs(issued) < 1e11
        else { throw .advancedCommerce(.malformedPayload, "iss, iat or nonce of the signed request cannot be read") }
        guard claims.aud == "advanced-commerce-api", claims.bid == bundleID else {
            throw .advancedCommerce(
                .invalidSignature, "The request was signed for another purpose or app",
                fix: "Sign for the audience advanced-commerce-api and the bundle identifier \(bundleID).")
        }
        guard (try? checkTime(StoreInstant(milliseconds: Int64(issued * 1000)), now: now)) != nil else {
            throw .advancedCommerce(.invalidSignature, "The request was not signed within the last 24 hours")
        }
        guard let text = claims.request, let json = Data(base64Encoded: text) else {
            throw .advancedCommerce(.nullAdvancedCommerceData, "request is missing, or not base64")
        }
        return try AdvancedCommerceReader.operation(json)
    }

    private struct RequestClaims: Decodable {
        let iss, bid, aud, nonce, request: String?
        /// In seconds since 1970.
        let iat: Double?
    }
}
