// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How much was taken back.
public enum RevocationType: String, Codable, Hashable, Sendable {
    /// The whole price was refunded.
    case refundFull = "REFUND_FULL"
    /// A part of the price was refunded.
    case refundProrated = "REFUND_PRORATED"
    /// Access through Family Sharing was lost.
    case familyRevoke = "FAMILY_REVOKE"
}
