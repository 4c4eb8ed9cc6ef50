// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

extension OfferManager {
    // MARK: - Promotional

    /// A promotional offer of a product by its identifier, whether or not this customer may have it.
    public func promotionalOffer(_ id: String, of product: Product) -> OfferTerms? {
        product.subscription?.promotionalOffers.first { $0.id == id }.flatMap { OfferTerms($0, of: product) }
    }

    /// Whether the customer may have a promotional offer: they subscribe, or did once.
    ///
    /// Whom of these it is for is the app's to decide, and the app's server signs for nobody else.
    public func promotionalEligibility(_ id: String, of product: Product) async -> OfferEligibility {
        guard let subscription = product.subscription, subscription.promotionalOffers.contains(where: { $0.id == id })
        else { return .noOffer }
        return await uncancelled {
            guard let history = await GroupHistory.read(subscription.subscriptionGroupID) else { return .unknown }
            return history.isEmpty ? .ineligible : .eligible
        }
    }

    // MARK: - Win-back

    /// Whether the store wants the customer back with an offer.
    public func winBackEligibility(for product: Product) async -> OfferEligibility {
        guard let subscription = product.subscription, !subscription.winBackOffers.isEmpty else { return .noOffer }
        return await uncancelled {
            guard let history = await GroupHistory.read(subscription.subscriptionGroupID) else { return .unknown }
            return winBackOffers(of: subscription, history).isEmpty ? .ineligible : .eligible
        }
    }

    /// The win-back offers that the customer may have, the best one first.
    public func winBackOffers(for product: Product) async -> [OfferChoice] {
        guard let subscription = product.subscription, !subscription.winBackOffers.isEmpty else { return [] }
        return await uncancelled {
            guard let history = await GroupHistory.read(subscription.subscriptionGroupID) else { return [] }
            return winBackOffers(of: subscription, history).compactMap { offer in
                OfferTerms(offer, of: product).map { OfferChoice(asked: .winBack(offer), terms: $0) }
            }
        }
    }

    private func winBackOffers(
        of subscription: Product.SubscriptionInfo, _ history: GroupHistory
    ) -> [Product.SubscriptionOffer] {
        history.eligibleWinBackOfferIDs.compactMap { id in subscription.winBackOffers.first { $0.id == id } }
    }

    // MARK: - Codes

    /// Whether the customer may redeem a code: only the store knows, and says so when the code is entered.
    public func codeEligibility(for product: Product) -> OfferEligibility {
        product.subscription == nil ? .noOffer : .unknown
    }

    // MARK: - Choosing

    /// The offer to show a customer for each product, where there is one they may have: what the app's server signed for
    /// them, else the introductory offer, else what wins them back.
    ///
    /// - Parameters:
    ///   - products: The products that are shown.
    ///   - signed: Promotional offers that the app's server signed for this customer, by product.
    public func offers(
        for products: [Product], signed: [String: AskedOffer] = [:]
    ) async -> [String: OfferChoice] {
        var offers: [String: OfferChoice] = [:]
        for product in products { offers[product.id] = await offer(for: product, signed: signed[product.id]) }
        return offers
    }

    private func offer(for product: Product, signed: AskedOffer?) async -> OfferChoice? {
        if let signed, let choice = await choice(signed, for: product) { return choice }
        if await introductoryEligibility(for: product) == .eligible {
            return introductoryOffer(of: product).map { OfferChoice(asked: .introductory, terms: $0) }
        }
        return await winBackOffers(for: product).first
    }

    private func choice(_ asked: AskedOffer, for product: Product) async -> OfferChoice? {
        switch asked {
        case .introductory, .introductoryByServer:
            return introductoryOffer(of: product).map { OfferChoice(asked: asked, terms: $0) }
        case .promotional(let id, _), .promotionalSignature(let id, _, _, _, _):
            guard await promotionalEligibility(id, of: product) == .eligible else { return nil }
            return promotionalOffer(id, of: product).map { OfferChoice(asked: asked, terms: $0) }
        case .winBack(let offer):
            return OfferTerms(offer, of: product).map { OfferChoice(asked: asked, terms: $0) }
        }
    }
}
