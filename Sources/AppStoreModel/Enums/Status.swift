// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The state of an auto-renewable subscription.
public enum Status: Int32, Codable, Hashable, Sendable {
    /// Paid and running.
    case active = 1
    /// Ended.
    case expired = 2
    /// Unpaid, without access, while the store retries the charge.
    case billingRetry = 3
    /// Unpaid, with access, while the store retries the charge.
    case billingGracePeriod = 4
    /// Refunded, or access through Family Sharing lost.
    case revoked = 5
}
