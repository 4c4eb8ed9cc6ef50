// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

/// The offers a purchase gets, found before anything is changed.
struct Grant {
    var offers: [PlannedOffer] = []
    /// Whether the customer asked for one, so that it is announced as redeemed.
    var isRedeemed = false
    var usesIntroductoryOffer = false
    var redemption: OfferCodes.Redemption?
    var notice: OfferNotice.Reason?
}

extension Engine {
    /// Whether a customer may have the introductory offer of a group: one ever, for who has no access now.
    package func isEligibleForIntroductoryOffer(_ account: AccountID, group: String) -> Bool {
        !self[account].usedIntroductoryOffers.contains(group)
            && subscription(of: account, group: group)?.state.isEntitled != true
    }

    /// The offers a customer gets with the purchase of a subscription.
    func grant(
        for purchase: Command.Purchase, of product: Catalogue.ProductIndex, plan: BillingPlanType, held: Subscription?
    ) throws(Refusal) -> Grant {
        let details = catalogue.subscription(at: product)
        switch purchase.offer {
        case nil:
            return introductoryGrant(for: purchase, of: product, plan: plan, held: held)
        case .promotional(let id, let proof):
            let offer = try offer(id, among: details.promotionalOffers, of: details, plan: plan)
            try check(proof, of: id)
            try checkPromotion(id, of: product, held: held)
            return Grant(offers: [PlannedOffer(offer, for: product)], isRedeemed: true)
        case .winBack(let id):
            let offer = try offer(id, among: details.winBackOffers, of: details, plan: plan)
            guard let held, held.product == product, eligibleWinBackOffers(of: held, at: now).contains(offer) else {
                throw Refusal(
                    .ineligibleForOffer, "The customer may not have the win-back offer \(id) now",
                    fix: "Let the subscription to \(details.id) lapse, and meet the rules of the offer.")
            }
            return Grant(offers: [PlannedOffer(offer, for: product)], isRedeemed: true)
        case .code(let code):
            return try codeGrant(code, for: purchase, of: product, plan: plan, held: held)
        }
    }

    /// Takes note that a grant was used.
    mutating func use(_ grant: Grant, for purchase: Command.Purchase, of product: Catalogue.ProductIndex, emit: Emit) {
        if grant.usesIntroductoryOffer {
            let group = catalogue.subscription(at: product).groupID
            accounts[Int(purchase.account.value)].usedIntroductoryOffers.insert(group)
        }
        if let redemption = grant.redemption { offerCodes.redeem(redemption, by: purchase.account) }
        if let reason = grant.notice {
            emit(.offerNotApplied(OfferNotice(account: purchase.account, product: product, reason: reason)))
        }
    }

    /// Whether a purchase begins a period now, rather than at the renewal or not at all.
    func beginsAtOnce(_ product: Catalogue.ProductIndex, held: Subscription?) -> Bool {
        guard let held, held.state.isEntitled else { return true }
        return product != held.product && changesAtOnce(from: held.product, to: product)
    }

    /// Up at once, down at the renewal; between equals at once when they last equally long.
    func changesAtOnce(from old: Catalogue.ProductIndex, to new: Catalogue.ProductIndex) -> Bool {
        let old = catalogue.subscription(at: old)
        let new = catalogue.subscription(at: new)
        return new.groupNumber < old.groupNumber || (new.groupNumber == old.groupNumber && new.period == old.period)
    }

    // MARK: - The kinds of offers

    private func introductoryGrant(
        for purchase: Command.Purchase, of product: Catalogue.ProductIndex, plan: BillingPlanType, held: Subscription?
    ) -> Grant {
        let details = catalogue.subscription(at: product)
        let begins = beginsAtOnce(product, held: held)
        let offer = details.introductoryOffers.first { $0.belongs(to: plan) }
        guard let override = purchase.introductoryOverride else {
            let isEligible = isEligibleForIntroductoryOffer(purchase.account, group: details.groupID)
            guard let offer, begins, isEligible else { return Grant() }
            return Grant(offers: [PlannedOffer(offer, for: product)], usesIntroductoryOffer: true)
        }
        if case .invalid(let fault) = override.proof { return Grant(notice: .invalidProof(fault)) }
        guard override.isAllowed else { return Grant() }
        guard begins else { return Grant(notice: .nothingBegins) }
        guard let offer else { return Grant(notice: .noIntroductoryOffer) }
        return Grant(offers: [PlannedOffer(offer, for: product)], usesIntroductoryOffer: true)
    }

    private func codeGrant(
        _ code: String, for purchase: Command.Purchase, of product: Catalogue.ProductIndex, plan: BillingPlanType,
        held: Subscription?
    ) throws(Refusal) -> Grant {
        let details = catalogue.subscription(at: product)
        let planned: PlannedOffer
        let isStackable: Bool
        let redemption = try redemption(of: code, for: details.id, by: purchase.account)
        if let batch = redemption?.batch {
            try checkCustomer(held, isOneOf: batch.eligibility, for: batch.referenceName)
            guard case .subscription(let type, let price, let period, let count) = batch.terms else {
                throw Self.unknownCode(for: details.id)
            }
            guard batch.renewsAfterwards || plan != .monthly else {
                throw Refusal(
                    .ineligibleForOffer, "A commitment cannot begin with \(batch.referenceName), which does not renew",
                    fix: "Buy the plan without the code.")
            }
            planned = PlannedOffer(
                type: .offerCode, id: batch.referenceName, product: product, discountType: type, price: price,
                period: period, periodCount: count, renewsAfterwards: batch.renewsAfterwards)
            isStackable = batch.isStackable
        } else {
            guard details.codeOffers.contains(where: { $0.id == code }) else {
                throw Self.unknownCode(for: details.id)
            }
            let offer = try offer(code, among: details.codeOffers, of: details, plan: plan)
            let eligible = offer.eligibility.compactMap { OfferCodeBatch.Customer(rawValue: $0.rawValue) }
            try checkCustomer(held, isOneOf: Set(eligible), for: code)
            planned = PlannedOffer(offer, for: product)
            isStackable = offer.isStackable
        }
        // One after the other, never combined: what is introductory comes first.
        var grant = isStackable ? introductoryGrant(for: purchase, of: product, plan: plan, held: held) : Grant()
        grant.offers.append(planned)
        grant.isRedeemed = true
        grant.redemption = redemption
        return grant
    }

    private func offer(
        _ id: String, among offers: [StoreKitConfiguration.Offer], of details: StoreKitConfiguration.Subscription,
        plan: BillingPlanType
    ) throws(Refusal) -> StoreKitConfiguration.Offer {
        guard let offer = offers.first(where: { $0.id == id }) else {
            throw Refusal(
                .invalidOfferIdentifier, "\(details.id) has no such offer as \(id)",
                fix: offers.isEmpty
                    ? "Buy it without an offer: it has none of this kind."
                    : "Use one of " + offers.compactMap(\.id).joined(separator: ", ") + ".")
        }
        guard offer.belongs(to: plan) else {
            throw Refusal(
                .ineligibleForOffer, "The offer \(id) belongs to another billing plan", fix: "Buy that billing plan.")
        }
        return offer
    }

    private func check(_ proof: OfferProof, of id: String) throws(Refusal) {
        switch proof {
        case .valid:
            return
        case .invalid(.missingParameters):
            throw Refusal(
                .missingOfferParameters, "The signature of the offer \(id) is incomplete",
                fix: "Hand in the signature with its key identifier, nonce and timestamp.")
        case .invalid(let fault):
            throw Refusal(
                .invalidOfferSignature, "The signature of the offer \(id) does not hold: \(fault.rawValue)",
                fix: "Sign the app, key, product, offer, account token, nonce and time of this very purchase.")
        }
    }

    private func checkPromotion(
        _ id: String, of product: Catalogue.ProductIndex, held: Subscription?
    ) throws(Refusal) {
        guard let held else {
            throw Refusal(
                .ineligibleForOffer, "The customer never subscribed, and promotional offers are for those who did",
                fix: "Buy the subscription without the offer \(id) first.")
        }
        guard !beginsAtOnce(product, held: held) else { return }
        var isRunning = false
        if case .active = held.state { isRunning = self[held.latest].offer?.type == .promotionalOffer }
        guard !isRunning, !held.offers.contains(where: { $0.applied.type == .promotionalOffer }) else {
            throw Refusal(
                .ineligibleForOffer, "The customer has a promotional offer that is not over",
                fix: "Redeem \(id) when it is: one is active at a time.")
        }
    }
}

extension StoreKitConfiguration.Offer {
    /// Offers that name no billing plan belong to each.
    fileprivate func belongs(to plan: BillingPlanType) -> Bool {
        billingPlanType == nil || billingPlanType?.rawValue == plan.rawValue
    }
}
