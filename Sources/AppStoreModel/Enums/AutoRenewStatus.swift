// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Whether a subscription renews by itself.
public enum AutoRenewStatus: Int32, Codable, Hashable, Sendable {
    /// It ends with the present period.
    case off = 0
    /// It renews at the end of the present period.
    case on = 1
}
