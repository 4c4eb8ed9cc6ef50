// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// An offer that a customer may have, ready to be shown and bought with.
public struct OfferChoice: Hashable, Sendable {
    /// What the purchase asks for.
    public let asked: AskedOffer
    /// What it costs and how long it lasts.
    public let terms: OfferTerms

    /// Creates a choice.
    public init(asked: AskedOffer, terms: OfferTerms) {
        self.asked = asked
        self.terms = terms
    }
}
