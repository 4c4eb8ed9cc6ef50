// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreConfiguration
import StoreEngine
import StoreHost
import StoreLink

/// Why what the developer's server answered does not count.
struct RealtimeProblem: Error {
    let result: SendAttemptResult
    let text: String

    init(_ text: String, result: SendAttemptResult = .invalidResponse) {
        self.result = result
        self.text = text
    }
}

extension RetentionDesk {
    /// What an answer chooses, if it can be shown to the customer.
    func choice(
        in answer: RealtimeAnswer, for customer: Customer, contents: RetentionState
    ) throws(RealtimeProblem) -> RetentionEncounter.Shown {
        guard answer.status == 200 else {
            throw RealtimeProblem(
                "The server answered with the status \(answer.status) instead of 200",
                result: .unsuccessfulHttpResponseCode)
        }
        guard let body = try? JSONDecoder().decode(RealtimeResponseBody.self, from: answer.body) else {
            throw RealtimeProblem("The answer is not the JSON of a RealtimeResponseBody")
        }
        let parts = [
            body.message != nil, body.alternateProduct != nil, body.promotionalOffer != nil,
            body.advancedCommerceInfo != nil,
        ]
        guard parts.count(where: { $0 }) == 1 else {
            throw RealtimeProblem(
                "The answer has \(parts.count { $0 }) of message, alternateProduct, promotionalOffer and "
                    + "advancedCommerceInfo; it must have one")
        }
        if let alternate = body.alternateProduct {
            try check(alternate, for: customer, contents)
            return .alternateProduct(alternate)
        }
        if let offer = body.promotionalOffer {
            try check(offer, for: customer, contents)
            return .promotionalOffer(offer)
        }
        if let info = body.advancedCommerceInfo {
            _ = try text(info.messageIdentifier, contents)
            guard let request = info.advancedCommerceData, (try? UnverifiedJWS(request)) != nil else {
                throw RealtimeProblem("advancedCommerceData is not a signed request")
            }
            return .advancedCommerce(info)
        }
        return .message(try message(body.message?.messageIdentifier, contents).id)
    }

    private func message(
        _ id: UUID?, _ contents: RetentionState
    ) throws(RealtimeProblem) -> RetentionState.Message {
        guard let id else { throw RealtimeProblem("messageIdentifier is missing") }
        do throws(APIError) {
            return try contents.showable(id)
        } catch {
            throw RealtimeProblem("The message \(id.uuidString.lowercased()) cannot be shown: \(error.errorMessage)")
        }
    }

    /// A message that goes with an offer: it has words only.
    private func text(_ id: UUID?, _ contents: RetentionState) throws(RealtimeProblem) -> RetentionState.Message {
        let message = try message(id, contents)
        guard message.images.isEmpty else {
            throw RealtimeProblem("A message that goes with a plan or an offer must have no images")
        }
        return message
    }

    private func check(
        _ alternate: AlternateProduct, for customer: Customer, _ contents: RetentionState
    ) throws(RealtimeProblem) {
        _ = try text(alternate.messageIdentifier, contents)
        guard let productID = alternate.productId, productID != customer.productID,
            host.read({ Self.subscription(productID, in: $0) })?.groupID == customer.groupID
        else {
            throw RealtimeProblem("alternateProduct must name another subscription of the customer's group")
        }
    }

    private func check(
        _ offer: PromotionalOffer, for customer: Customer, _ contents: RetentionState
    ) throws(RealtimeProblem) {
        _ = try text(offer.messageIdentifier, contents)
        let named: (productID: String, offerID: String)
        let signed: RequestedOffer
        switch (offer.promotionalOfferSignatureV1, offer.promotionalOfferSignatureV2) {
        case (let v1?, nil):
            named = (v1.productId, v1.offerIdentifier)
            signed = .promotional(
                id: v1.offerIdentifier, keyID: v1.keyId, nonce: v1.nonce,
                signature: Data(base64Encoded: v1.encodedSignature) ?? Data(), timestamp: v1.timestamp)
        case (nil, let v2?):
            guard let claims = try? UnverifiedJWS(v2).unsafePayload(as: OfferNames.self) else {
                throw RealtimeProblem("promotionalOfferSignatureV2 is not a signed offer")
            }
            named = (claims.productId, claims.offerIdentifier)
            signed = .promotionalJWS(id: claims.offerIdentifier, jws: v2)
        case (nil, nil), (_?, _?):
            throw RealtimeProblem("promotionalOffer must have one signature")
        }
        guard let product = host.read({ Self.subscription(named.productID, in: $0) }),
            product.groupID == customer.groupID
        else { throw RealtimeProblem("The offer must be for a subscription of the customer's group") }
        guard product.offerIDs.contains(named.offerID) else {
            throw RealtimeProblem("\(named.productID) has no promotional offer \(named.offerID)")
        }
        let token = offer.promotionalOfferSignatureV1?.appAccountToken
        let proof = host.proof(of: signed, productID: named.productID, token: token, account: customer.account)
        if case .invalid(let fault) = proof {
            throw RealtimeProblem("The signature of the offer does not count: \(fault.rawValue)")
        }
    }

    private struct OfferNames: Decodable {
        let productId, offerIdentifier: String
    }

    private static func subscription(
        _ productID: String, in engine: Engine
    ) -> (groupID: String, offerIDs: [String])? {
        guard case .subscription(let subscription) = engine.catalogue.item(productID) else { return nil }
        return (subscription.groupID, subscription.promotionalOffers.compactMap(\.id))
    }
}
