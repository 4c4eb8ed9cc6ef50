// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreLink

extension Product.PurchaseOption {
    /// Buys with a promotional offer that the app's server signed in the original form.
    ///
    /// - Parameters:
    ///   - offerID: The identifier of the offer.
    ///   - keyID: The identifier of the key that signed.
    ///   - nonce: The nonce that was signed.
    ///   - signature: The signature in DER, decoded from base64.
    ///   - timestamp: The time that was signed, in milliseconds since 1970.
    @available(
        iOS, deprecated: 26.0,
        message: "Sign promotional offers with JWS and use promotionalOffer(_:compactJWS:) instead"
    )
    public static func promotionalOffer(
        offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
    ) -> Self {
        Self(
            kind: .offer(
                .promotional(
                    id: offerID, keyID: keyID, nonce: nonce, signature: signature, timestamp: Int64(timestamp))))
    }

    /// Buys with a promotional offer that the app's server signed in the original form.
    @available(
        iOS, deprecated: 26.0,
        message: "Sign promotional offers with JWS and use promotionalOffer(_:compactJWS:) instead"
    )
    public static func promotionalOffer(
        offerID: String, signature: Product.SubscriptionOffer.Signature
    ) -> Self {
        Self(
            kind: .offer(
                .promotional(
                    id: offerID, keyID: signature.keyID, nonce: signature.nonce, signature: signature.signature,
                    timestamp: Int64(signature.timestamp))))
    }

    /// Buys with a promotional offer that the app's server signed as a compact JWS.
    ///
    /// It is a list, as Apple's is, to be joined with the other options.
    public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [Self] {
        [Self(kind: .offer(.promotionalJWS(id: offerID, jws: compactJWS)))]
    }

    /// Buys with a win-back offer of the product's.
    public static func winBackOffer(_ offer: Product.SubscriptionOffer) -> Self {
        Self(kind: .offer(.winBack(id: offer.id ?? "")))
    }

    /// Lets the app's server decide whether the introductory offer applies.
    ///
    /// A decision that does not verify costs the customer the offer and is not reported to the app.
    public static func introductoryOfferEligibility(compactJWS: String) -> Self {
        Self(kind: .introductoryEligibility(compactJWS))
    }

    /// Chooses how a subscription is billed; without it, it is paid up front or as the customer's present one.
    public static func billingPlanType(_ type: Product.SubscriptionInfo.BillingPlanType) -> Self {
        Self(kind: .billingPlan(type))
    }
}
