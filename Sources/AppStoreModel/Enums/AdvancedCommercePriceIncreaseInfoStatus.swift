// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How far the price increase of an Advanced Commerce item has got.
public enum AdvancedCommercePriceIncreaseInfoStatus: String, Codable, Hashable, Sendable {
    /// The customer has not been told.
    case scheduled = "SCHEDULED"
    /// The customer was told and has not answered.
    case pending = "PENDING"
    /// The customer agreed, or did not need to.
    case accepted = "ACCEPTED"
}
