// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The store a signed fact comes from.
public enum AppStoreEnvironment: String, Codable, Hashable, Sendable {
    /// The store for testing with sandbox accounts.
    case sandbox = "Sandbox"
    /// The store customers pay in.
    case production = "Production"
    /// A store inside a development tool; its certificates vouch for nothing elsewhere.
    case xcode = "Xcode"
    /// A stand-in for the store in unit tests.
    case localTesting = "LocalTesting"
}
