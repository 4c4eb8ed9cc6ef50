// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Signs promotional offers for the app to redeem, as a JWS.
public struct PromotionalOfferV2SignatureCreator: Sendable {
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
            signingKey: signingKey, keyId: keyId, issuerId: issuerId, bundleId: bundleId, audience: "promotional-offer")
    }

    /// Signs one offer.
    ///
    /// - Parameters:
    ///   - productId: The subscription's product.
    ///   - offerIdentifier: The offer, as in App Store Connect.
    ///   - transactionId: Any transaction of the customer, or their app transaction; without it anyone may redeem.
    /// - Returns: A compact JWS, for the app.
    public func createSignature(
        productId: String, offerIdentifier: String, transactionId: String? = nil
    ) async throws -> String {
        try signer.sign(
            Claims(productId: productId, offerIdentifier: offerIdentifier, transactionId: transactionId))
    }

    private struct Claims: Encodable {
        let productId: String
        let offerIdentifier: String
        let transactionId: String?
    }
}
