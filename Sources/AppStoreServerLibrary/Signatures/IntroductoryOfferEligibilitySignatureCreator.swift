// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Signs whether a customer may have an introductory offer, as a JWS, in place of the App Store's own judgement.
public struct IntroductoryOfferEligibilitySignatureCreator: Sendable {
    var signer: RequestSigner

    /// Creates one.
    ///
    /// - Parameters:
    ///   - signingKey: The contents of the `.p8` file of an In-App Purchase key.
    ///   - keyId: The key's identifier, also in the name of the file.
    ///   - issuerId: The issuer identifier that App Store Connect shows beside the keys.
    ///   - bundleId: The app's bundle identifier.
    /// - Throws: An error that says why the key cannot be used.
    public init(signingKey: String, keyId: String, issuerId: String, bundleId: String) throws {
        signer = try RequestSigner(
            signingKey: signingKey, keyId: keyId, issuerId: issuerId, bundleId: bundleId,
            audience: "introductory-offer-eligibility")
    }

    /// Signs the judgement on one customer and one product.
    ///
    /// - Parameters:
    ///   - productId: The subscription's product.
    ///   - allowIntroductoryOffer: Whether the customer may have the offer.
    ///   - transactionId: Any transaction of the customer, or their app transaction.
    /// - Returns: A compact JWS, for the app.
    public func createSignature(
        productId: String, allowIntroductoryOffer: Bool, transactionId: String
    ) async throws -> String {
        try signer.sign(
            Claims(
                productId: productId, allowIntroductoryOffer: allowIntroductoryOffer, transactionId: transactionId))
    }

    private struct Claims: Encodable {
        let productId: String
        let allowIntroductoryOffer: Bool
        let transactionId: String
    }
}
