// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What to show a customer who is about to cancel; one of the parts is present.
public struct RealtimeResponseBody: Codable, Hashable, Sendable {
    /// A message to show.
    public var message: Message?

    /// Another product to offer, with a message.
    public var alternateProduct: AlternateProduct?

    /// A promotional offer to make, with a message.
    public var promotionalOffer: PromotionalOffer?

    /// An Advanced Commerce offer to make, with a message.
    public var advancedCommerceInfo: AdvancedCommerceInfo?

    /// Creates one from its parts.
    public init(
        message: Message? = nil, alternateProduct: AlternateProduct? = nil, promotionalOffer: PromotionalOffer? = nil,
        advancedCommerceInfo: AdvancedCommerceInfo? = nil
    ) {
        self.message = message
        self.alternateProduct = alternateProduct
        self.promotionalOffer = promotionalOffer
        self.advancedCommerceInfo = advancedCommerceInfo
    }
}
