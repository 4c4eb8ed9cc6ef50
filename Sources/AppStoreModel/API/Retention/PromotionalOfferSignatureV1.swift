// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A promotional offer signed the older way, without a JWS.
public struct PromotionalOfferSignatureV1: Codable, Hashable, Sendable {
    /// The signature in base64.
    public var encodedSignature: String

    /// The product the offer is for.
    public var productId: String

    /// The nonce that was signed; each serves once.
    public var nonce: UUID

    /// When it was signed, in milliseconds since 1970.
    public var timestamp: Int64

    /// The key it was signed with.
    public var keyId: String

    /// The promotional offer's identifier.
    public var offerIdentifier: String

    /// The customer the offer was signed for; the purchase must name the same.
    public var appAccountToken: UUID?

    /// Creates one from its parts.
    public init(
        encodedSignature: String, productId: String, nonce: UUID, timestamp: Int64, keyId: String,
        offerIdentifier: String, appAccountToken: UUID? = nil
    ) {
        self.encodedSignature = encodedSignature
        self.productId = productId
        self.nonce = nonce
        self.timestamp = timestamp
        self.keyId = keyId
        self.offerIdentifier = offerIdentifier
        self.appAccountToken = appAccountToken
    }
}
