// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Whether the customer got what was bought.
public enum DeliveryStatus: String, Codable, Hashable, Sendable {
    /// Delivered and working.
    case delivered = "DELIVERED"
    /// Not delivered for a lack of quality.
    case undeliveredQualityIssue = "UNDELIVERED_QUALITY_ISSUE"
    /// Something else was delivered.
    case undeliveredWrongItem = "UNDELIVERED_WRONG_ITEM"
    /// Not delivered because a server failed.
    case undeliveredServerOutage = "UNDELIVERED_SERVER_OUTAGE"
    /// Not delivered for another reason.
    case undeliveredOther = "UNDELIVERED_OTHER"
}
