// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What a custom-link token for purchases outside the App Store was issued for.
public enum ExternalPurchaseTokenType: String, Codable, Hashable, Sendable {
    /// For the fee on the store's services.
    case services = "SERVICES"
    /// For the fee on winning a new customer.
    case acquisition = "ACQUISITION"
}
