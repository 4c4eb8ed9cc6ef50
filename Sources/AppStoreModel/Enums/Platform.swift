// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Where a purchase was used.
public enum Platform: Int32, Codable, Hashable, Sendable {
    /// Not said.
    case undeclared = 0
    /// On an Apple platform.
    case apple = 1
    /// On another platform.
    case nonApple = 2
}
