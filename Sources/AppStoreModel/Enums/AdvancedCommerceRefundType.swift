// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How much of the price of an Advanced Commerce item is refunded.
public enum AdvancedCommerceRefundType: String, Codable, Hashable, Sendable {
    /// All of it.
    case full = "FULL"
    /// The part of the period that is left.
    case prorated = "PRORATED"
    /// An amount the developer names.
    case custom = "CUSTOM"
}
