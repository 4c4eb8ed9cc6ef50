// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The state of a customer's account with the developer.
public enum UserStatus: Int32, Codable, Hashable, Sendable {
    /// Not said.
    case undeclared = 0
    /// In use.
    case active = 1
    /// Suspended.
    case suspended = 2
    /// Closed.
    case terminated = 3
    /// Restricted.
    case limitedAccess = 4
}
