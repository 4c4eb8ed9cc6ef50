// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import SignedData

/// Signs promotional offers for the app to redeem, in the original form.
public struct PromotionalOfferSignatureCreator: Sendable {
    private let key: SigningKey
    private let keyID: String
    private let bundleID: String

    /// Creates one.
    ///
    /// - Parameters:
    ///   - privateKey: The contents of the `.p8` file of an In-App Purchase key.
    ///   - keyId: The key's identifier, also in the name of the file.
    ///   - bundleId: The app's bundle identifier.
    /// - Throws: An error that says why the key cannot be used.
    public init(privateKey: String, keyId: String, bundleId: String) throws {
        key = try SigningKey(es256PEM: privateKey)
        keyID = keyId
        bundleID = bundleId
    }

    /// Signs one offer for one customer.
    ///
    /// - Parameters:
    ///   - productIdentifier: The subscription's product.
    ///   - subscriptionOfferID: The offer, as in App Store Connect.
    ///   - appAccountToken: The developer's identifier of the customer's account, or an empty string; the app must hand
    ///     the same one to StoreKit.
    ///   - nonce: A new one for each signature.
    ///   - timestamp: Milliseconds since 1970; the offer can be redeemed for 24 hours from then.
    /// - Returns: The signature in base64, for the app.
    public func createSignature(
        productIdentifier: String, subscriptionOfferID: String, appAccountToken: String, nonce: UUID, timestamp: Int64
    ) throws -> String {
        let parts = [
            bundleID, keyID, productIdentifier, subscriptionOfferID, appAccountToken.lowercased(),
            nonce.uuidString.lowercased(), String(timestamp),
        ]
        return try key.derSignature(of: Data(parts.joined(separator: "\u{2063}").utf8)).base64EncodedString()
    }
}
