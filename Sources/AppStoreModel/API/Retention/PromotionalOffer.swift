// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A promotional offer made to a customer who is about to cancel.
public struct PromotionalOffer: Codable, Hashable, Sendable {
    /// The developer's identifier of the message.
    public var messageIdentifier: UUID?

    /// The offer signed as a JWS.
    public var promotionalOfferSignatureV2: String?

    /// The offer signed the older way.
    public var promotionalOfferSignatureV1: PromotionalOfferSignatureV1?

    /// Creates one from its parts.
    public init(
        messageIdentifier: UUID? = nil, promotionalOfferSignatureV2: String? = nil,
        promotionalOfferSignatureV1: PromotionalOfferSignatureV1? = nil
    ) {
        self.messageIdentifier = messageIdentifier
        self.promotionalOfferSignatureV2 = promotionalOfferSignatureV2
        self.promotionalOfferSignatureV1 = promotionalOfferSignatureV1
    }
}
