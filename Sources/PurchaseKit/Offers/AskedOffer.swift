// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

/// An offer that a purchase asks for.
public enum AskedOffer: Hashable, Sendable {
    /// The introductory offer, which the store applies by itself to a customer who may have it.
    case introductory
    /// The introductory offer by a decision of the app's server, signed as a compact JWS.
    case introductoryByServer(compactJWS: String)
    /// A promotional offer that the app's server signed as a compact JWS.
    case promotional(id: String, compactJWS: String)
    /// A promotional offer that the app's server signed in the original form; the signature is DER, decoded from base64.
    case promotionalSignature(id: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int)
    /// A win-back offer of the product's.
    case winBack(Product.SubscriptionOffer)

    /// The offer as StoreKit takes it.
    var storeKitOptions: [Product.PurchaseOption] {
        switch self {
        case .introductory: []
        case .introductoryByServer(let jws): [.introductoryOfferEligibility(compactJWS: jws)]
        case .promotional(let id, let jws): Product.PurchaseOption.promotionalOffer(id, compactJWS: jws)
        case .promotionalSignature(let id, let keyID, let nonce, let signature, let timestamp):
            [.promotionalOffer(offerID: id, keyID: keyID, nonce: nonce, signature: signature, timestamp: timestamp)]
        case .winBack(let offer): [.winBackOffer(offer)]
        }
    }

    /// Whether an offer that was applied is this one.
    func matches(_ offer: Transaction.Offer) -> Bool {
        switch self {
        case .introductory, .introductoryByServer: offer.type == .introductory
        case .promotional(let id, _), .promotionalSignature(let id, _, _, _, _):
            offer.type == .promotional && offer.id == id
        case .winBack(let winBack): offer.type == .winBack && offer.id == winBack.id
        }
    }
}
