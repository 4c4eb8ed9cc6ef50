// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The kind of an offer.
public enum OfferType: Int32, Codable, Hashable, Sendable {
    /// For customers new to the group.
    case introductoryOffer = 1
    /// Signed by the developer for present or former subscribers.
    case promotionalOffer = 2
    /// Redeemed with a code.
    case offerCode = 3
    /// For subscribers who left.
    case winBackOffer = 4
}
