// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The length of a period of an Advanced Commerce subscription, an ISO 8601 duration.
public enum AdvancedCommercePeriod: String, Codable, Hashable, Sendable {
    /// One week.
    case p1W = "P1W"
    /// One month.
    case p1M = "P1M"
    /// Two months.
    case p2M = "P2M"
    /// Three months.
    case p3M = "P3M"
    /// Six months.
    case p6M = "P6M"
    /// One year.
    case p1Y = "P1Y"
}
