// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

/// How the offer that a purchase was made with compares with the one asked for.
///
/// The store may sell at the full price instead of refusing, and says so nowhere but in the transaction.
public enum OfferComparison: Hashable, Sendable {
    /// No offer was asked for, and none applied.
    case none
    /// The offer asked for was applied.
    case applied(Transaction.Offer)
    /// The offer asked for was accepted and sets the price of the next period.
    case scheduled
    /// An offer was applied that nobody asked for, such as an introductory offer.
    case unasked(Transaction.Offer)
    /// An offer was asked for, and the customer paid without it or got another.
    case notApplied(asked: AskedOffer, applied: Transaction.Offer?)

    /// Whether the customer got no less than was asked for.
    public var isAsAsked: Bool {
        if case .notApplied = self { false } else { true }
    }

    /// Compares.
    ///
    /// - Parameters:
    ///   - asked: What the purchase was made with.
    ///   - applied: The offer of the transaction.
    ///   - next: The offer of the next period, where one is known.
    init(asked: AskedOffer?, applied: Transaction.Offer?, next: Transaction.Offer?) {
        switch (asked, applied) {
        case (nil, nil): self = .none
        case (nil, let applied?): self = .unasked(applied)
        case (let asked?, let applied?) where asked.matches(applied): self = .applied(applied)
        case (let asked?, let applied):
            if let next, asked.matches(next) {
                self = .scheduled
            } else {
                self = .notApplied(asked: asked, applied: applied)
            }
        }
    }
}
