// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

/// What a paywall shows, in which order, with which offers and texts: everything but the views.
public struct Paywall: Sendable {
    /// One product.
    public struct Row: Identifiable, Sendable {
        /// What can be done with a product.
        public enum Action: Hashable, Sendable {
            /// Buy it.
            case buy
            /// Subscribe, for the first time or again.
            case subscribe
            /// Move to this plan at once.
            case upgrade
            /// Move to this plan with the next period.
            case changeLater
            /// Nothing: the customer has it, or a purchase of it waits.
            case none
        }

        /// Why a product stands out.
        public enum Badge: Hashable, Sendable {
            /// The customer has it.
            case owned
            /// It follows the present plan.
            case next(Date?)
            /// A purchase of it waits for somebody to act.
            case waiting
            /// It costs the least for its time among plans of its level.
            case bestValue
        }

        /// The product.
        public let product: Product
        /// The price and how often it is paid, such as "79,99 € all’anno".
        public let price: String
        /// What a month of it costs, where that is not the price itself.
        public let monthlyPrice: String?
        /// How much less a month of it costs than of the dearest plan of its level, in percent.
        public let saving: Int?
        /// The offer the customer may have.
        public let offer: OfferChoice?
        /// The terms of the offer in one line.
        public let offerText: String?
        /// What can be done with it.
        public let action: Action
        /// Why it stands out.
        public let badge: Badge?
        /// What the button says; `nil` where there is nothing to do.
        public let buttonTitle: String?
        /// What the badge says.
        public let badgeText: String?

        /// The product's identifier.
        public var id: String { product.id }
        /// The product's name in the storefront's language.
        public var title: String { product.displayName }

        /// What to buy it with.
        public var options: PurchaseOptions { PurchaseOptions(offer: offer?.asked) }
    }

    /// Plans of the highest level first, then passes, what is kept, and what is used up.
    public let rows: [Row]
    /// What the button that restores purchases says.
    public let restoreTitle: String
    /// What has to be said beside subscriptions; `nil` when there are none.
    public let renewalTerms: String?

    /// Lays out a paywall.
    ///
    /// - Parameters:
    ///   - snapshot: What is sold and what the customer has.
    ///   - offers: The offers the customer may have, by product.
    ///   - language: The language of the texts; prices and names are in the storefront's.
    public init(_ snapshot: ShopSnapshot, offers: [String: OfferChoice] = [:], language: Language = .current) {
        let layout = PaywallLayout(snapshot: snapshot, offers: offers, language: language)
        rows = layout.rows()
        restoreTitle = PaywallPhrases.restore(language)
        renewalTerms = snapshot.products.contains { $0.type == .autoRenewable } ? PaywallPhrases.terms(language) : nil
    }
}
