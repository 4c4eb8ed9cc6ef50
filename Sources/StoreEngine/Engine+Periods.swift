// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

extension Engine {
    /// Changes a subscription and schedules what its new state ends with.
    ///
    /// The closure gets the time as well, because it cannot read the engine while it changes part of it.
    mutating func update(_ index: SubscriptionIndex, _ change: (inout Subscription, StoreInstant) -> Void) {
        let position = Int(index.value)
        let before = subscriptions[position].state
        change(&subscriptions[position], now)
        let after = subscriptions[position].state
        guard after != before || subscriptions[position].deadline == nil else { return }
        subscriptions[position].deadline = after.deadline.map { deadlines.schedule(index, at: $0) }
    }

    /// Begins the first period of a product: of a new subscription, of a plan changed into, or after a lapse.
    mutating func beginPaidTime(
        of index: SubscriptionIndex, _ product: Catalogue.ProductIndex, plan: BillingPlanType, offers: [PlannedOffer],
        reason: TransactionReason, from start: StoreInstant? = nil, emit: Emit, cause: Effect.Cause
    ) -> TransactionRecord {
        let start = start ?? now
        let commitment = commitment(to: catalogue.subscription(at: product), plan: plan)
        // Nothing is scheduled yet: the period that begins next does that.
        let position = Int(index.value)
        subscriptions[position].product = product
        subscriptions[position].nextProduct = product
        subscriptions[position].nextPlan = plan
        subscriptions[position].commitment = commitment
        subscriptions[position].offers = offers
        subscriptions[position].anchor = Subscription.Anchor(start: start, periods: 0)
        return beginPeriod(of: index, from: start, settlesPrice: true, reason: reason, emit: emit, cause: cause)
    }

    /// Begins the next period of the same product.
    mutating func extend(_ index: SubscriptionIndex, from start: StoreInstant, emit: Emit) -> TransactionRecord {
        beginPeriod(
            of: index, from: start, settlesPrice: false, reason: .renewal, emit: emit, cause: .renewal)
    }

    private mutating func beginPeriod(
        of index: SubscriptionIndex, from start: StoreInstant, settlesPrice: Bool, reason: TransactionReason,
        emit: Emit, cause: Effect.Cause
    ) -> TransactionRecord {
        let subscription = self[index]
        let details = catalogue.subscription(at: subscription.product)
        var commitment = subscription.commitment
        let offer = subscription.offers.first { $0.product == subscription.product }
        let advanced = takeAdvancedPayment(of: index)
        let end: StoreInstant
        let anchor: Subscription.Anchor
        if let own = advanced?.ownLength {
            end = timetable.end(of: own.period, count: own.count, from: start)
            anchor = Subscription.Anchor(start: end, periods: 0)
        } else if let offer, offer.hasOwnLength {
            // The standard periods are counted from the offer's end; those of a commitment too.
            end = timetable.end(of: offer.period, count: offer.periodCount, from: start)
            anchor = Subscription.Anchor(start: end, periods: 0)
        } else {
            if let running = commitment, running.number == running.total {
                commitment = self.commitment(to: details, plan: .monthly) ?? running
                commitment?.number = 0
            }
            commitment?.number += 1
            let periods = subscription.anchor.periods + 1
            anchor = Subscription.Anchor(start: subscription.anchor.start, periods: periods)
            end = timetable.end(
                of: advanced?.period ?? billingPeriod(of: details, plan: subscription.plan), count: periods,
                from: anchor.start)
        }
        update(index) { subscription, _ in
            subscription.anchor = anchor
            subscription.commitment = commitment
            subscription.renewals = reason == .renewal ? subscription.renewals + 1 : 0
            subscription.state = .active(until: end)
            subscription.consumeOffer()
        }
        let standard = advanced?.price ?? commitment?.price ?? price(of: subscription.product, for: subscription)
        if offer == nil || settlesPrice { settlePrice(of: index) }
        return appendPeriod(
            of: index, from: start, to: end, price: offer?.price ?? standard, offer: offer?.applied, reason: reason,
            content: advanced?.content, emit: emit, cause: cause)
    }

    mutating func appendPeriod(
        of index: SubscriptionIndex, from start: StoreInstant, to end: StoreInstant, price: Int64,
        offer: TransactionRecord.AppliedOffer?, reason: TransactionReason, content: AdvancedCommerceContent? = nil,
        previousOriginal: TransactionIndex? = nil, emit: Emit, cause: Effect.Cause
    ) -> TransactionRecord {
        let subscription = self[index]
        let isFirst = subscription.original == transactions.nextIndex
        let commitment = subscription.commitment.map { commitment in
            TransactionRecord.Commitment(
                number: commitment.number, total: commitment.total,
                expires: self.end(of: commitment, anchor: subscription.anchor), price: commitment.totalPrice)
        }
        let record = append(
            TransactionRecord(
                index: transactions.nextIndex, original: subscription.original, account: subscription.account,
                product: subscription.product, subscription: index, purchaseDate: start,
                originalPurchaseDate: isFirst ? start : self[subscription.original].purchaseDate, expiresDate: end,
                quantity: 1, price: price, storefrontPlace: self[subscription.account].storefrontPlace,
                reason: reason, offer: offer, appAccountToken: subscription.appAccountToken, commitment: commitment,
                advancedCommerce: content, previousOriginal: previousOriginal))
        subscriptions[Int(index.value)].latest = record.index
        emit(.transaction(record, cause))
        emit(.renewal(renewal(of: self[index])))
        return record
    }

    /// What is known now about the renewal of a subscription.
    package func renewal(of subscription: Subscription) -> RenewalRecord {
        let date: StoreInstant =
            switch subscription.state {
            case .active(let until): until
            case .gracePeriod(let due, _, _), .billingRetry(let due, _): due
            case .expired, .revoked: self[subscription.latest].expiresDate ?? now
            }
        let next = subscription.renewalProduct
        // A family member's access renews with the buyer's, who pays.
        let isPaid = subscription.willRenew && !subscription.isFamilyShared
        let offer = isPaid ? subscription.nextOffer : nil
        let details = catalogue.subscription(at: next)
        let advanced = currentPlan(of: subscription)
        let standard =
            advanced != nil
            ? advanced?.nextCharge
            : subscription.isBound
                ? subscription.commitment?.price
                : standardPrice(of: next, for: subscription, plan: subscription.renewalPlan)
        return RenewalRecord(
            subscription: subscription, date: now, price: isPaid ? offer?.price ?? standard : nil,
            offer: offer?.applied, renewalDate: date, product: next,
            eligibleWinBackOfferIDs: eligibleWinBackOffers(of: subscription, at: now).compactMap(\.id),
            plan: details.billingPlans.isEmpty ? nil : subscription.renewalPlan,
            commitment: commitmentRenewal(of: subscription),
            storefrontPlace: self[subscription.account].storefrontPlace,
            priceIncrease: !isPaid || subscription.state.deadline == nil
                ? nil : priceIncrease(of: subscription)?.status,
            advancedCommerce: subscription.isFamilyShared ? nil : advanced)
    }

    private func commitmentRenewal(of subscription: Subscription) -> RenewalRecord.Commitment? {
        guard let commitment = subscription.commitment, subscription.state.deadline != nil else { return nil }
        let price = standardPrice(of: subscription.nextProduct, for: subscription, plan: subscription.nextPlan)
        return RenewalRecord.Commitment(
            renews: commitment.renews, product: subscription.nextProduct, plan: subscription.nextPlan,
            date: end(of: commitment, anchor: subscription.anchor), price: commitment.renews ? price : nil)
    }
}
