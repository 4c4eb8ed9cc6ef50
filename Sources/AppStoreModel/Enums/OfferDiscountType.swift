// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How an offer is paid for.
public enum OfferDiscountType: String, Codable, Hashable, Sendable {
    /// Nothing is paid.
    case freeTrial = "FREE_TRIAL"
    /// A lower price in each period of the offer.
    case payAsYouGo = "PAY_AS_YOU_GO"
    /// One lower price for the whole offer.
    case payUpFront = "PAY_UP_FRONT"
    /// One lower price for a purchase that does not renew.
    case oneTime = "ONE_TIME"
}
