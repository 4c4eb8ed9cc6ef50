// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a purchase was refunded.
public enum RevocationReason: Int32, Codable, Hashable, Sendable {
    /// A fault in the app, real or perceived.
    case refundedDueToIssue = 1
    /// Anything else, such as a purchase made by accident.
    case refundedForOtherReason = 0
}
