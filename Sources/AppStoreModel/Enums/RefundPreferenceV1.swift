// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What the developer would have the store do, as numbered by the first consumption request.
public enum RefundPreferenceV1: Int32, Codable, Hashable, Sendable {
    /// Not said.
    case undeclared = 0
    /// Grant the refund.
    case preferGrant = 1
    /// Refuse the refund.
    case preferDecline = 2
    /// As the store sees fit.
    case noPreference = 3
}
