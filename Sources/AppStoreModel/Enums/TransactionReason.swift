// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What made a transaction.
public enum TransactionReason: String, Codable, Hashable, Sendable {
    /// The customer bought.
    case purchase = "PURCHASE"
    /// The store renewed a subscription.
    case renewal = "RENEWAL"
}
