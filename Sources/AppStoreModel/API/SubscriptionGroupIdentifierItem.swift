// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The states of a customer's subscriptions in one group.
public struct SubscriptionGroupIdentifierItem: Codable, Hashable, Sendable {
    /// The group the subscription belongs to; a customer holds one product of a group at a time.
    public var subscriptionGroupIdentifier: String?

    /// The latest transaction of each original purchase in the group.
    public var lastTransactions: [LastTransactionsItem]?

    /// Creates one from its parts.
    public init(subscriptionGroupIdentifier: String? = nil, lastTransactions: [LastTransactionsItem]? = nil) {
        self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
        self.lastTransactions = lastTransactions
    }
}
