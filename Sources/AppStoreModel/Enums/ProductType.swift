// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The kind of an in-app product.
public enum ProductType: String, Codable, Hashable, Sendable {
    /// Renews until the customer turns it off.
    case autoRenewableSubscription = "Auto-Renewable Subscription"
    /// Bought once and kept.
    case nonConsumable = "Non-Consumable"
    /// Used up and bought again.
    case consumable = "Consumable"
    /// Lasts a time the developer keeps track of.
    case nonRenewingSubscription = "Non-Renewing Subscription"
}
