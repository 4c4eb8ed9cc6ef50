// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import StoreConfiguration

extension Engine {
    /// The win-back offers a lapsed customer may have at a moment, best first.
    ///
    /// Only for the product lapsed from, and not in grace or billing retry. The best offer saves the most money over
    /// its length; equals keep the order of the configuration.
    package func eligibleWinBackOffers(
        of subscription: Subscription, at moment: StoreInstant
    ) -> [StoreKitConfiguration.Offer] {
        guard case .expired = subscription.state, !subscription.isFamilyShared else { return [] }
        let details = catalogue.subscription(at: subscription.product)
        guard !details.winBackOffers.isEmpty else { return [] }
        let eligible = details.winBackOffers.filter { offer in
            guard let rules = rules(of: offer, product: subscription.product) else { return offer.isEligible }
            return meets(rules, subscription, at: moment)
        }
        let standard = price(of: subscription.product, for: subscription)
        let ranked = eligible.enumerated().map {
            (offer: $1, place: $0, saving: saving(of: $1, against: standard, details))
        }
        return ranked.sorted { ($1.saving, $0.place) < ($0.saving, $1.place) }.map(\.offer)
    }

    /// Lets rules decide who may have a win-back offer, or its switch in the configuration again.
    mutating func setWinBackRules(
        _ rules: WinBackRules?, productID: String, offerID: String, emit: Emit
    ) throws(Refusal) {
        guard let product = catalogue.index(of: productID), case .subscription(let details) = catalogue[product],
            details.winBackOffers.contains(where: { $0.id == offerID })
        else {
            throw Refusal(
                .invalidOfferIdentifier, "\(productID) has no win-back offer \(offerID)",
                fix: "Use one of the configuration.")
        }
        let lapsed = subscriptions.filter { $0.product == product }
        let before = lapsed.map { eligibleWinBackOffers(of: $0, at: now) }
        winBackRules[WinBackRules.Key(product: product, offerID: offerID)] = rules
        for (subscription, before) in zip(lapsed, before) {
            guard case .expired = subscription.state,
                self[subscription.account].subscriptions.contains(subscription.index)
            else { continue }
            if eligibleWinBackOffers(of: subscription, at: now) != before {
                emit(.renewal(renewal(of: subscription)))
            }
            scheduleWinBackReview(of: subscription.index)
        }
    }

    /// Tells when the offers a lapsed customer may have are others than a moment ago.
    mutating func reviewWinBack(of index: SubscriptionIndex, emit: Emit) {
        let offers = eligibleWinBackOffers(of: self[index], at: now)
        if offers != eligibleWinBackOffers(of: self[index], at: now + -1) { emit(.renewal(renewal(of: self[index]))) }
        scheduleWinBackReview(of: index)
    }

    /// Sees to it that the passing of time changes the offers a lapsed customer may have.
    mutating func scheduleWinBackReview(of index: SubscriptionIndex) {
        guard !winBackRules.isEmpty else { return }
        let subscription = self[index]
        let moments = catalogue.subscription(at: subscription.product).winBackOffers.flatMap { offer in
            rules(of: offer, product: subscription.product).map { boundaries(of: $0, subscription) } ?? []
        }
        let next = moments.filter { $0 > now }.min()
        subscriptions[Int(index.value)].deadline = next.map { deadlines.schedule(index, at: $0) }
    }

    // MARK: - The rules

    private func rules(of offer: StoreKitConfiguration.Offer, product: Catalogue.ProductIndex) -> WinBackRules? {
        offer.id.flatMap { winBackRules[WinBackRules.Key(product: product, offerID: $0)] }
    }

    private func meets(_ rules: WinBackRules, _ subscription: Subscription, at moment: StoreInstant) -> Bool {
        let limits = boundaries(of: rules, subscription)
        guard paidDays(in: subscription) >= Int64(rules.minimumPaidMonths) * 30, moment >= limits[0], moment < limits[1]
        else { return false }
        return limits.count < 3 || moment >= limits[2]
    }

    /// When the lapse becomes long enough and too long, and when the wait after the last win-back offer is over.
    private func boundaries(of rules: WinBackRules, _ subscription: Subscription) -> [StoreInstant] {
        func after(_ months: Int, _ start: StoreInstant) -> StoreInstant {
            timetable.end(of: .init(unit: .month, value: 1), count: months, from: start)
        }
        let lapse = self[subscription.latest].expiresDate ?? now
        var moments = [after(rules.lapsedMonths.lowerBound, lapse), after(rules.lapsedMonths.upperBound + 1, lapse)]
        if let months = rules.monthsBetweenOffers, let last = lastWinBack(in: subscription) {
            moments.append(after(months, last))
        }
        return moments
    }

    private func periods(of subscription: Subscription) -> [TransactionRecord] {
        transactions(of: subscription.account).map { self[$0] }.filter { $0.subscription == subscription.index }
    }

    private func lastWinBack(in subscription: Subscription) -> StoreInstant? {
        periods(of: subscription).last { $0.offer?.type == .winBackOffer && $0.reason == .purchase }?.purchaseDate
    }

    /// The days of the calendar that were paid for and not refunded, at 30 a month.
    private func paidDays(in subscription: Subscription) -> Int64 {
        periods(of: subscription).reduce(0) { days, period in
            guard period.price > 0, period.revocation == nil else { return days }
            if period.commitment != nil { return days + 30 }
            return days + Timetable.days(in: period.offer?.period ?? catalogue.subscription(at: period.product).period)
        }
    }

    private func saving(
        of offer: StoreKitConfiguration.Offer, against price: Int64, _ details: StoreKitConfiguration.Subscription
    ) -> Int64 {
        let days = Timetable.days(in: offer.period) * Int64(offer.periodCount)
        let standard = price * days / Timetable.days(in: details.period)
        return standard - offer.price.milliunits * Int64(offer.paymentMode == .payAsYouGo ? offer.periodCount : 1)
    }
}
