// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// One customer: where they shop and what they bought.
package struct Account: Sendable, Hashable {
    package let id: AccountID
    /// Identifies the customer's download of the app, decimal.
    package let appTransactionID: String
    /// When the account was opened, which counts as the moment the app was downloaded.
    package let openedAt: StoreInstant
    package internal(set) var storefront: Storefront
    /// The purchases and renewals, oldest first.
    package internal(set) var transactions: [TransactionIndex] = []
    /// The subscriptions, one a group, in the order of first purchase.
    package internal(set) var subscriptions: [SubscriptionIndex] = []
    /// The groups whose introductory offer is used up.
    package internal(set) var usedIntroductoryOffers: Set<String> = []
}
