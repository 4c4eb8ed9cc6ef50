// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What an Advanced Commerce offer is meant to do.
public enum AdvancedCommerceOfferReason: String, Codable, Hashable, Sendable {
    /// Win a new customer.
    case acquisition = "ACQUISITION"
    /// Win back a former one.
    case winBack = "WIN_BACK"
    /// Keep a present one.
    case retention = "RETENTION"
}
