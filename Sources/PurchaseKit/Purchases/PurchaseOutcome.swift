// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import StoreKit

/// How a purchase ended that was not refused.
public enum PurchaseOutcome: Sendable {
    /// Bought, verified, delivered and finished, in that order.
    case delivered(Purchase)
    /// Bought and verified, but not delivered yet; the kit tries again, and at every launch until it succeeds.
    case undelivered(Purchase, DeliveryFailure)
    /// The customer had it already; the store handed back the transaction they hold.
    case alreadyOwned(Transaction)
    /// The plan, or its price by an offer, changes with the next period; until then the customer keeps the transaction
    /// they hold.
    case changeScheduled(Purchase)
    /// Nothing was bought: the store handed back a transaction whose time is over.
    case notBought(Transaction)
    /// Somebody has to act first, such as a parent; if they do, it is delivered like any other purchase.
    case pending
    /// The customer changed their mind, or so StoreKit said: see ``PurchaseManager/cancelledProductIDs``.
    case cancelled

    /// The purchase that was made, delivered or not, now or for the next period.
    public var purchase: Purchase? {
        switch self {
        case .delivered(let purchase), .undelivered(let purchase, _), .changeScheduled(let purchase): purchase
        case .alreadyOwned, .notBought, .pending, .cancelled: nil
        }
    }
}

extension PurchaseOutcome {
    /// Judges a transaction that a purchase handed back.
    ///
    /// - Parameters:
    ///   - product: What was to be bought.
    ///   - wasHeld: Whether the transaction had been delivered before the purchase began.
    init(of product: Product, _ purchase: Purchase, wasHeld: Bool, taken: TakenTransaction, now: Date) {
        let transaction = purchase.transaction
        if transaction.revocationDate != nil || transaction.expirationDate.map({ $0 <= now }) ?? false {
            self = .notBought(transaction)
        } else if transaction.productID != product.id || purchase.offer == .scheduled {
            self = .changeScheduled(purchase)
        } else if wasHeld {
            self = .alreadyOwned(transaction)
        } else if case .undelivered(_, let failure) = taken {
            self = .undelivered(purchase, failure)
        } else {
            self = .delivered(purchase)
        }
    }
}

/// A purchase that was made.
public struct Purchase: Sendable {
    /// The verified transaction.
    public let transaction: Transaction
    /// How the offer that was applied compares with the one asked for.
    public let offer: OfferComparison
}

/// A purchase that waits for somebody to act.
public struct PendingPurchase: Identifiable, Hashable, Sendable {
    /// The product.
    public let productID: String
    /// The same as ``productID``: a product waits once.
    public var id: String { productID }
}
