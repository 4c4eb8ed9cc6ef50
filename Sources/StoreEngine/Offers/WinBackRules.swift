// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Whom a win-back offer is for; without such rules the offer's own switch in the configuration decides.
///
/// Months are the store's, so that they pass faster at a faster rate.
package struct WinBackRules: Codable, Sendable, Hashable {
    /// How long the customer must have paid for subscriptions of the group.
    package var minimumPaidMonths: Int
    /// How many whole months the subscription has been over.
    package var lapsedMonths: ClosedRange<Int>
    /// How many months must pass after a win-back offer before the next; `nil` for none.
    package var monthsBetweenOffers: Int?

    /// Creates rules; the App Store knows lapses of 1 to 24 months and waits of 2 to 24.
    package init(minimumPaidMonths: Int = 1, lapsedMonths: ClosedRange<Int> = 1...24, monthsBetweenOffers: Int? = nil) {
        self.minimumPaidMonths = minimumPaidMonths
        self.lapsedMonths = lapsedMonths
        self.monthsBetweenOffers = monthsBetweenOffers
    }

    /// Names an offer of the catalogue.
    struct Key: Codable, Hashable, Sendable {
        let product: Catalogue.ProductIndex
        let offerID: String
    }
}
