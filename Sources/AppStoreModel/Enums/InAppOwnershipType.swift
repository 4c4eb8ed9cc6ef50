// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How the customer came by a purchase.
public enum InAppOwnershipType: String, Codable, Hashable, Sendable {
    /// A family member shares it.
    case familyShared = "FAMILY_SHARED"
    /// The customer bought it.
    case purchased = "PURCHASED"
}
