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
    ///
    /// An introductory offer that the customer may have is applied by itself.
    mutating func beginPaidTime(
        of index: SubscriptionIndex, _ product: Catalogue.ProductIndex, reason: TransactionReason,
        from start: StoreInstant? = nil, emit: Emit, cause: Effect.Cause
    ) -> TransactionRecord {
        let start = start ?? now
        let details = catalogue.subscription(at: product)
        let offer = introductoryOffer(of: details, for: self[index], reason: reason)
        let end: StoreInstant
        if let offer {
            accounts[Int(self[index].account.value)].usedIntroductoryOffers.insert(details.groupID)
            let length = offer.paymentMode == .payAsYouGo ? 1 : offer.periodCount
            end = timetable.end(of: offer.period, count: length, from: start)
        } else {
            end = timetable.end(of: details.period, from: start)
        }
        update(index) { subscription, _ in
            subscription.product = product
            subscription.nextProduct = product
            subscription.renewals = reason == .renewal ? subscription.renewals + 1 : 0
            subscription.state = .active(until: end)
            // After an offer of its own length the standard periods are counted from the offer's end.
            let keepsPeriod = offer == nil || offer?.paymentMode == .payAsYouGo
            subscription.anchor = Subscription.Anchor(start: keepsPeriod ? start : end, periods: keepsPeriod ? 1 : 0)
            subscription.offer = offer.flatMap { offer in
                guard offer.paymentMode == .payAsYouGo, offer.periodCount > 1 else { return nil }
                return Subscription.RunningOffer(
                    applied: Self.applied(offer), price: offer.price.milliunits, remaining: offer.periodCount - 1)
            }
        }
        let price = offer?.price.milliunits ?? price(of: product, for: self[index])
        settlePrice(of: index)
        return appendPeriod(
            of: index, from: start, to: end, price: price,
            offer: offer.map(Self.applied), reason: reason, emit: emit, cause: cause)
    }

    /// Begins the next period of the same product.
    mutating func extend(_ index: SubscriptionIndex, from start: StoreInstant, emit: Emit) -> TransactionRecord {
        let subscription = self[index]
        let details = catalogue.subscription(at: subscription.product)
        let running = subscription.offer
        let periods = subscription.anchor.periods + 1
        let end = timetable.end(of: details.period, count: periods, from: subscription.anchor.start)
        update(index) { subscription, _ in
            subscription.anchor.periods = periods
            subscription.renewals += 1
            subscription.state = .active(until: end)
            if let running {
                subscription.offer = running.remaining > 1 ? running : nil
                subscription.offer?.remaining -= 1
            }
        }
        let price = running?.price ?? price(of: subscription.product, for: subscription)
        if running == nil { settlePrice(of: index) }
        return appendPeriod(
            of: index, from: start, to: end, price: price,
            offer: running?.applied, reason: .renewal, emit: emit, cause: .renewal)
    }

    private mutating func appendPeriod(
        of index: SubscriptionIndex, from start: StoreInstant, to end: StoreInstant, price: Int64,
        offer: TransactionRecord.AppliedOffer?, reason: TransactionReason, emit: Emit, cause: Effect.Cause
    ) -> TransactionRecord {
        let subscription = self[index]
        let isFirst = subscription.original == transactions.nextIndex
        let record = append(
            TransactionRecord(
                index: transactions.nextIndex, original: subscription.original, account: subscription.account,
                product: subscription.product, subscription: index, purchaseDate: start,
                originalPurchaseDate: isFirst ? start : self[subscription.original].purchaseDate, expiresDate: end,
                quantity: 1, price: price, storefrontPlace: self[subscription.account].storefrontPlace,
                reason: reason, offer: offer, appAccountToken: subscription.appAccountToken))
        subscriptions[Int(index.value)].latest = record.index
        emit(.transaction(record, cause))
        emit(.renewal(renewal(of: self[index])))
        return record
    }

    /// The introductory offer a purchase gets: one in a group and account, for customers not subscribed now.
    private func introductoryOffer(
        of details: StoreKitConfiguration.Subscription, for subscription: Subscription, reason: TransactionReason
    ) -> StoreKitConfiguration.Offer? {
        let isSubscribed = subscription.state.isEntitled && subscription.latest != transactions.nextIndex
        guard reason == .purchase, !isSubscribed,
            !self[subscription.account].usedIntroductoryOffers.contains(details.groupID)
        else { return nil }
        return details.introductoryOffers.first
    }

    private static func applied(_ offer: StoreKitConfiguration.Offer) -> TransactionRecord.AppliedOffer {
        let type: OfferType =
            switch offer.kind {
            case .introductory: .introductoryOffer
            case .promotional: .promotionalOffer
            case .code: .offerCode
            case .winBack: .winBackOffer
            }
        return TransactionRecord.AppliedOffer(
            type: type, id: offer.id, paymentMode: offer.paymentMode, period: offer.period)
    }

    /// What is known now about the renewal of a subscription.
    package func renewal(of subscription: Subscription) -> RenewalRecord {
        let running = subscription.nextProduct == subscription.product ? subscription.offer : nil
        let isPaid = subscription.autoRenews && !subscription.isFamilyShared
        let date: StoreInstant =
            switch subscription.state {
            case .active(let until): until
            case .gracePeriod(let due, _, _), .billingRetry(let due, _): due
            case .expired, .revoked: self[subscription.latest].expiresDate ?? now
            }
        return RenewalRecord(
            subscription: subscription,
            price: isPaid ? running?.price ?? price(of: subscription.nextProduct, for: subscription) : nil,
            offer: isPaid ? running?.applied : nil, renewalDate: date,
            storefrontPlace: self[subscription.account].storefrontPlace,
            priceIncrease: !isPaid || subscription.state.deadline == nil
                ? nil : priceIncrease(of: subscription)?.status)
    }
}
