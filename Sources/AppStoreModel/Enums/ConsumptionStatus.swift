// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// How much of a purchase was used.
public enum ConsumptionStatus: Int32, Codable, Hashable, Sendable {
    /// Not said.
    case undeclared = 0
    /// Nothing.
    case notConsumed = 1
    /// A part.
    case partiallyConsumed = 2
    /// All of it.
    case fullyConsumed = 3
}
