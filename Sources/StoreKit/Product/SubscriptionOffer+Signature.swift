// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Product.SubscriptionOffer {
    /// The original form of a promotional offer's signature, with what it was made of.
    @available(
        iOS, deprecated: 26.0,
        message: "Sign promotional offers with JWS and use PurchaseOption.promotionalOffer(_:compactJWS:) instead"
    )
    public struct Signature: Hashable, Sendable {
        /// The identifier of the key that signed.
        public var keyID: String
        /// The nonce that was signed.
        public var nonce: UUID
        /// The time that was signed, in milliseconds since 1970.
        public var timestamp: Int
        /// ECDSA on P-256 with SHA-256, in DER.
        public var signature: Data

        /// Creates a signature from what the app's server answered.
        public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.timestamp = timestamp
            self.signature = signature
        }
    }
}
