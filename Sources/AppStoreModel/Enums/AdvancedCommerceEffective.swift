// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// When a change to an Advanced Commerce subscription takes effect.
public enum AdvancedCommerceEffective: String, Codable, Hashable, Sendable {
    /// At once.
    case immediately = "IMMEDIATELY"
    /// With the next renewal.
    case nextBillCycle = "NEXT_BILL_CYCLE"
}
