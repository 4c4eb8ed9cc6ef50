// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Whether the customer got what was bought, as numbered by the first consumption request.
public enum DeliveryStatusV1: Int32, Codable, Hashable, Sendable {
    /// Delivered and working.
    case deliveredAndWorkingProperly = 0
    /// Not delivered for a lack of quality.
    case didNotDeliverDueToQualityIssue = 1
    /// Something else was delivered.
    case deliveredWrongItem = 2
    /// Not delivered because a server failed.
    case didNotDeliverDueToServerOutage = 3
    /// Not delivered because the currency inside the game changed.
    case didNotDeliverDueToIngameCurrencyChange = 4
    /// Not delivered for another reason.
    case didNotDeliverForOtherReason = 5
}
