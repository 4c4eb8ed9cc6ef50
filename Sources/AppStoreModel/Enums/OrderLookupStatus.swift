// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Whether an order identifier is known.
public enum OrderLookupStatus: Int32, Codable, Hashable, Sendable {
    /// It belongs to transactions of the app.
    case valid = 0
    /// It does not.
    case invalid = 1
}
