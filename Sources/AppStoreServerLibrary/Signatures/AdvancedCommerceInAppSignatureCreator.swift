// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Signs Advanced Commerce requests that the app hands to StoreKit, as a JWS.
public struct AdvancedCommerceInAppSignatureCreator: Sendable {
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
            audience: "advanced-commerce-api")
    }

    /// Signs a request.
    ///
    /// - Parameter advancedCommerceInAppRequest: A purchase, a new subscription, a change or a reactivation.
    /// - Returns: A compact JWS, for the app.
    public func createSignature(
        advancedCommerceInAppRequest: any AdvancedCommerceInAppRequest
    ) async throws -> String {
        try signer.sign(Claims(request: WireJSON.encode(advancedCommerceInAppRequest).base64EncodedString()))
    }

    private struct Claims: Encodable {
        let request: String
    }
}
