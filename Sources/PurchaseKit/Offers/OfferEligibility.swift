// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Whether a customer may have an offer.
public enum OfferEligibility: Hashable, Sendable {
    /// The customer may have it.
    case eligible
    /// The customer may not have it.
    case ineligible
    /// There is no such offer, for anybody. StoreKit alone calls a customer eligible all the same.
    case noOffer
    /// It could not be found out; show the regular price.
    case unknown
}
