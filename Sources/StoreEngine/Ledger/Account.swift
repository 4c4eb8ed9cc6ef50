// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// One customer: where they shop and what they bought.
package struct Account: Codable, Sendable, Hashable {
    package let id: AccountID
    let appTransactionNumber: UInt64
    /// When the account was opened, which counts as the moment the app was downloaded.
    package let openedAt: StoreInstant
    var storefrontPlace: Storefront.Place
    /// The newest purchase or renewal; each one knows the one before it.
    var lastTransaction: TransactionIndex?
    /// The subscriptions, in the order in which they began: in a group one of the customer's own, and one through family.
    package internal(set) var subscriptions: [SubscriptionIndex] = []
    /// The groups whose introductory offer is used up.
    package internal(set) var usedIntroductoryOffers: Set<String> = []
    /// Whether somebody else has to approve what the customer buys, as with a child.
    package internal(set) var asksToBuy = false
    /// What the customer's next purchase in the app fails with.
    package internal(set) var nextPurchaseError: SimulatedError?

    init(id: AccountID, appTransactionNumber: UInt64, openedAt: StoreInstant, storefront: Storefront.Place) {
        self.id = id
        self.appTransactionNumber = appTransactionNumber
        self.openedAt = openedAt
        storefrontPlace = storefront
    }

    /// Where the customer shops.
    package var storefront: Storefront { storefrontPlace.storefront }

    /// Identifies the customer's download of the app, decimal.
    package var appTransactionID: String { String(appTransactionNumber) }
}
