// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why an item of an Advanced Commerce subscription is changed.
public enum AdvancedCommerceReason: String, Codable, Hashable, Sendable {
    /// To something of a higher level.
    case upgrade = "UPGRADE"
    /// To something of a lower level.
    case downgrade = "DOWNGRADE"
    /// To the same with an offer.
    case applyOffer = "APPLY_OFFER"
}
