// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import StoreConfiguration

/// A purchase that a test wants to have been made earlier.
package struct PastPurchase: Codable, Sendable, Hashable {
    /// When it was made.
    package var date: StoreInstant
    /// Whether it has renewed since; otherwise it was cancelled at once.
    package var renews: Bool

    /// Creates a purchase of a moment that is over.
    package init(date: StoreInstant, renews: Bool) {
        self.date = date
        self.renews = renews
    }
}

extension Engine {
    /// Buys as of a moment that is over; what has fallen due since happens afterwards, in order.
    ///
    /// The clock stands at that moment when this returns, and whoever applies the command moves it on. Nothing else falls
    /// due on the way, because it would have happened already.
    mutating func buy(
        _ purchase: Command.Purchase, in past: PastPurchase, emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        guard past.date <= now else {
            throw Refusal(
                .invalidAction, "The date of the purchase is in the future", fix: "Give one that is over.")
        }
        let product = try checkOrder(purchase)
        try checkNothingIsNewer(than: past.date, product, of: purchase.account)
        let present = now
        now = past.date
        do throws(Refusal) {
            let index = try buy(purchase, emit: emit)
            if !past.renews, let subscription = self[index].subscription {
                switchAutoRenew(false, of: subscription, emit: emit)
            }
            return index
        } catch {
            now = present
            throw error
        }
    }

    /// Periods of a group follow one another, so a history cannot be put in front of another.
    private func checkNothingIsNewer(
        than date: StoreInstant, _ product: Catalogue.ProductIndex, of account: AccountID
    ) throws(Refusal) {
        guard case .subscription(let details) = catalogue[product],
            let held = subscription(of: account, group: details.groupID), self[held.latest].purchaseDate > date
        else { return }
        throw Refusal(
            .invalidAction, "The customer subscribed in \(details.groupID) after that date",
            fix: "Make purchases of a group in their order, or clear the history first.")
    }
}
