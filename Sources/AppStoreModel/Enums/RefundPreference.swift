// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What the developer would have the store do about a refund.
public enum RefundPreference: String, Codable, Hashable, Sendable {
    /// Refuse it.
    case decline = "DECLINE"
    /// Refund the whole price.
    case grantFull = "GRANT_FULL"
    /// Refund the part not used.
    case grantProrated = "GRANT_PRORATED"
}
