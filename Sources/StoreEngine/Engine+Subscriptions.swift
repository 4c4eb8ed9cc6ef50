// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration

// MARK: - What a customer does

extension Engine {
    mutating func subscribe(
        to details: StoreKitConfiguration.Subscription, _ product: Catalogue.ProductIndex, _ purchase: Command.Purchase,
        emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        let held = subscription(of: purchase.account, group: details.groupID)
        let plan = try billingPlan(for: purchase, of: product, held: held)
        let grant = try grant(for: purchase, of: product, plan: plan, held: held)
        use(grant, for: purchase, of: product, emit: emit)
        if let held, !held.state.isEntitled { advancedCommerce.plans[held.index] = nil }
        guard let held else {
            return startSubscription(to: details, product, plan, grant, purchase, emit: emit)
        }
        switch held.state {
        case .active, .gracePeriod:
            return changePlan(of: held, to: product, plan, grant, purchase, emit: emit)
        case .billingRetry(let end, _), .expired(let end, _), .revoked(let end):
            return resubscribe(held, endedAt: end, to: product, plan, grant, purchase, emit: emit)
        }
    }

    mutating func startSubscription(
        to details: StoreKitConfiguration.Subscription, _ product: Catalogue.ProductIndex, _ plan: BillingPlanType,
        _ grant: Grant, _ purchase: Command.Purchase, emit: Emit
    ) -> TransactionIndex {
        let index = SubscriptionIndex(value: Int32(subscriptions.count))
        subscriptions.append(
            Subscription(
                index: index, account: purchase.account, groupID: details.groupID, original: transactions.nextIndex,
                latest: transactions.nextIndex, product: product, state: .active(until: now), autoRenews: true,
                nextProduct: product, anchor: Subscription.Anchor(start: now, periods: 0), recentStart: now,
                appAccountToken: purchase.appAccountToken))
        accounts[Int(purchase.account.value)].subscriptions.append(index)
        let record = beginPaidTime(
            of: index, product, plan: plan, offers: grant.offers, reason: .purchase, emit: emit,
            cause: .purchase(device: purchase.device))
        notify(.subscribed, .initialBuy, transaction: record, subscription: self[index], emit: emit)
        return record.index
    }

    mutating func resubscribe(
        _ held: Subscription, endedAt end: StoreInstant, to product: Catalogue.ProductIndex, _ plan: BillingPlanType,
        _ grant: Grant, _ purchase: Command.Purchase, emit: Emit
    ) -> TransactionIndex {
        // A lapse of up to 60 days, which is how long billing is retried, does not end the time as a subscriber.
        let startsAnew = now > timetable.retryEnd(from: end)
        update(held.index) { subscription, now in
            subscription.autoRenews = true
            subscription.appAccountToken = purchase.appAccountToken ?? subscription.appAccountToken
            if startsAnew { subscription.recentStart = now }
        }
        // A preserved price waits as long; a higher one is agreed to by buying.
        if startsAnew { prices.subscribers[held.index] = nil }
        dropPriceIncrease(of: held.index)
        let record = beginPaidTime(
            of: held.index, product, plan: plan, offers: grant.offers, reason: .purchase, emit: emit,
            cause: .purchase(device: purchase.device))
        notify(.subscribed, .resubscribe, transaction: record, subscription: self[held.index], emit: emit)
        return record.index
    }

    private mutating func changePlan(
        of held: Subscription, to product: Catalogue.ProductIndex, _ plan: BillingPlanType, _ grant: Grant,
        _ purchase: Command.Purchase, emit: Emit
    ) -> TransactionIndex {
        let change: NotificationTypeV2 = grant.isRedeemed ? .offerRedeemed : .didChangeRenewalPref
        if product == held.product {
            if plan == held.plan { keepPlan(of: held, emit: emit) } else { changePlan(of: held, to: plan, emit: emit) }
            if grant.isRedeemed { redeem(grant, in: held, emit: emit) }
            return held.latest
        }
        guard changesAtOnce(from: held.product, to: product) else {
            update(held.index) { subscription, _ in
                subscription.nextProduct = product
                subscription.nextPlan = plan
                subscription.setRenewal(true)
                subscription.addOffers(grant.offers)
            }
            emit(.renewal(renewal(of: self[held.index])))
            notify(
                change, .downgrade, transaction: self[held.latest], subscription: self[held.index],
                emit: emit)
            return held.latest
        }
        let replaced = transactions.change(held.latest) { $0.flags.insert(.isUpgraded) }
        payBackRest(of: replaced)
        emit(.transaction(replaced, .upgrade(device: purchase.device)))
        update(held.index) { subscription, _ in
            subscription.autoRenews = true
            subscription.appAccountToken = purchase.appAccountToken ?? subscription.appAccountToken
        }
        let record = beginPaidTime(
            of: held.index, product, plan: plan, offers: grant.offers, reason: .purchase, emit: emit,
            cause: .purchase(device: purchase.device))
        notify(change, .upgrade, transaction: record, subscription: self[held.index], emit: emit)
        return record.index
    }

    /// Lets an offer wait for the next payment for the product that is held.
    private mutating func redeem(_ grant: Grant, in held: Subscription, emit: Emit) {
        update(held.index) { subscription, _ in subscription.addOffers(grant.offers) }
        emit(.renewal(renewal(of: self[held.index])))
        notify(.offerRedeemed, nil, transaction: self[held.latest], subscription: self[held.index], emit: emit)
    }

    /// Buying what is held takes back a change that waits, and a cancellation.
    private mutating func keepPlan(of held: Subscription, emit: Emit) {
        if held.nextProduct != held.product || held.nextPlan != held.plan {
            update(held.index) { subscription, _ in
                subscription.nextProduct = subscription.product
                subscription.nextPlan = subscription.plan
                subscription.addOffers([])
            }
            emit(.renewal(renewal(of: self[held.index])))
            notify(
                .didChangeRenewalPref, nil, transaction: self[held.latest], subscription: self[held.index], emit: emit)
        }
        switchAutoRenew(true, of: held.index, emit: emit)
    }

    mutating func setAutoRenew(_ renews: Bool, of index: SubscriptionIndex, emit: Emit) throws(Refusal) {
        try check(index)
        guard self[index].state.deadline != nil else {
            throw Refusal(
                .invalidAction, "The subscription is over, so its renewal cannot be switched",
                fix: "Buy it again: it renews by itself then.")
        }
        var cancelled = self[index]
        cancelled.setRenewal(false)
        if case .billingRetry = cancelled.state, !renews, self[index].wantsRenewal, !cancelled.willRenew {
            giveUpCharging(index, emit: emit)
        } else {
            switchAutoRenew(renews, of: index, isCustomer: true, emit: emit)
        }
    }

    /// Ends billing retry, which goes on for so many days or until the customer cancels (Apple on `DID_FAIL_TO_RENEW`).
    private mutating func giveUpCharging(_ index: SubscriptionIndex, emit: Emit) {
        let refusesIncrease = priceIncrease(of: self[index]) != nil
        dropPriceIncrease(of: index)
        update(index) { subscription, now in
            subscription.setRenewal(false)
            subscription.state = .expired(at: now, reason: .customerCancelled)
        }
        scheduleWinBackReview(of: index)
        emit(.renewal(renewal(of: self[index])))
        // Told in one moment, both say what it comes to: of facts signed at once nobody could tell which is newer.
        let changes: [(NotificationTypeV2, Subtype?)] = [
            (.didChangeRenewalStatus, refusesIncrease ? nil : .autoRenewDisabled), (.expired, .voluntary),
        ]
        for (type, subtype) in changes {
            notify(
                type, subtype, transaction: self[self[index].latest], subscription: self[index], emit: emit)
        }
    }

    mutating func switchAutoRenew(
        _ renews: Bool, of index: SubscriptionIndex, isCustomer: Bool = false, emit: Emit
    ) {
        guard self[index].wantsRenewal != renews else { return }
        let refusesIncrease = isCustomer && !renews && priceIncrease(of: self[index]) != nil
        if !renews { dropPriceIncrease(of: index) }
        update(index) { subscription, _ in subscription.setRenewal(renews) }
        emit(.renewal(renewal(of: self[index])))
        notify(
            .didChangeRenewalStatus, refusesIncrease ? nil : renews ? .autoRenewEnabled : .autoRenewDisabled,
            transaction: self[self[index].latest], subscription: self[index], emit: emit)
    }

    mutating func resolveBillingIssue(of index: SubscriptionIndex, emit: Emit) throws(Refusal) {
        try check(index)
        try checkIsOnSale(self[index].nextProduct)
        switch self[index].state {
        case .gracePeriod where !self[index].willRenew:
            throw Refusal(
                .invalidAction, "The customer has cancelled, so nothing more is charged",
                fix: "Switch the renewal on again first.")
        case .gracePeriod(let due, _, _):
            // Paid within grace nothing is lost: the next period begins where the last one ended.
            renew(index, from: due, .billingRecovery, emit: emit)
        case .billingRetry:
            update(index) { $0.anchor = Subscription.Anchor(start: $1, periods: 0) }
            renew(index, from: now, .billingRecovery, emit: emit)
        case .active, .expired, .revoked:
            throw Refusal(
                .invalidAction, "The subscription has no billing issue", fix: "Let a renewal fail first.")
        }
    }

    func check(_ index: SubscriptionIndex) throws(Refusal) {
        guard subscriptions.indices.contains(Int(index.value)), isKnown(self[index]) else {
            throw Refusal(
                .unknownSubscription, "There is no subscription \(index.value)",
                fix: "Use one that this store has.")
        }
        try checkIsOwned(self[self[index].latest])
    }

    /// Whether the subscription's customer has not cleared the history.
    func isKnown(_ subscription: Subscription) -> Bool {
        self[subscription.account].subscriptions.contains(subscription.index)
    }
}

// MARK: - What time does

extension Engine {
    /// Goes on from a state whose time is over.
    mutating func reachDeadline(of index: SubscriptionIndex, emit: Emit) {
        let subscription = self[index]
        switch subscription.state {
        case .active(let until):
            reachPeriodEnd(of: subscription, at: until, emit: emit)
        case .gracePeriod(_, let until, _) where !subscription.willRenew:
            end(index, at: until, .customerCancelled, .voluntary, emit: emit)
        case .gracePeriod(let due, _, let retryUntil):
            update(index) { subscription, _ in
                subscription.state = .billingRetry(due: due, until: retryUntil)
            }
            emit(.renewal(renewal(of: self[index])))
            notify(
                .gracePeriodExpired, nil, transaction: self[subscription.latest], subscription: self[index], emit: emit)
        case .billingRetry(_, let until):
            end(index, at: until, .billingError, .billingRetry, emit: emit)
        case .expired:
            reviewWinBack(of: index, emit: emit)
        case .revoked:
            break
        }
    }

    private mutating func reachPeriodEnd(of subscription: Subscription, at end: StoreInstant, emit: Emit) {
        if let limit = settings.timeRate.renewalLimit, subscription.renewals >= limit {
            switchAutoRenew(false, of: subscription.index, emit: emit)
        }
        guard self[subscription.index].willRenew else {
            self.end(subscription.index, at: end, .customerCancelled, .voluntary, emit: emit)
            return
        }
        guard subscription.isBound || isOnSale(subscription.nextProduct) else {
            self.end(subscription.index, at: end, .productNotAvailable, .productNotForSale, emit: emit)
            return
        }
        guard !renewsAboveAgreedPrice(subscription), dropUnagreedItems(of: subscription.index) else {
            self.end(
                subscription.index, at: end, .customerDidNotConsentToPriceIncrease, .priceIncrease, emit: emit)
            return
        }
        guard settings.billingRetryOnRenewal else {
            renew(subscription.index, from: end, nil, emit: emit)
            return
        }
        failRenewal(of: subscription, at: end, graceDays: settings.gracePeriodDays, emit: emit)
    }

    private mutating func renew(
        _ index: SubscriptionIndex, from start: StoreInstant, _ subtype: Subtype?, emit: Emit
    ) {
        let subscription = self[index]
        let next = subscription.renewalProduct
        let record: TransactionRecord
        if next == subscription.product, subscription.renewalPlan == subscription.plan {
            record = extend(index, from: start, emit: emit)
        } else {
            record = beginPaidTime(
                of: index, next, plan: subscription.nextPlan, offers: subscription.offers.filter { $0.product == next },
                reason: .renewal, from: start, emit: emit, cause: .renewal)
        }
        notify(.didRenew, subtype, transaction: record, subscription: self[index], emit: emit)
        if !advancedCommerce.plans.isEmpty { communicateIncreases(of: index, emit: emit) }
    }

    mutating func end(
        _ index: SubscriptionIndex, at end: StoreInstant, _ reason: ExpirationIntent, _ subtype: Subtype?, emit: Emit
    ) {
        dropPriceIncrease(of: index)
        update(index) { subscription, _ in
            subscription.state = .expired(at: end, reason: reason)
            subscription.autoRenews = false
        }
        scheduleWinBackReview(of: index)
        emit(.renewal(renewal(of: self[index])))
        notify(.expired, subtype, transaction: self[self[index].latest], subscription: self[index], emit: emit)
    }

    mutating func expire(_ index: SubscriptionIndex, emit: Emit) throws(Refusal) {
        try check(index)
        guard self[index].state.deadline != nil else {
            throw Refusal(.invalidAction, "The subscription is over already", fix: "Buy it again first.")
        }
        cutShort(self[index].latest, emit: emit)
        end(index, at: now, .customerCancelled, .voluntary, emit: emit)
    }

    mutating func renewNow(_ index: SubscriptionIndex, emit: Emit) throws(Refusal) {
        try check(index)
        try checkIsOnSale(self[index].nextProduct)
        switch self[index].state {
        case .active:
            withdrawPriceQuestion(of: index)
            cutShort(self[index].latest, emit: emit)
            update(index) { subscription, now in
                subscription.setRenewal(true)
                subscription.anchor = Subscription.Anchor(start: now, periods: 0)
            }
            renew(index, from: now, nil, emit: emit)
        case .gracePeriod, .billingRetry, .expired, .revoked:
            throw Refusal(
                .invalidAction, "The subscription is not active, so it cannot be renewed",
                fix: "Resolve its billing issue, or buy it again.")
        }
    }

    mutating func cutShort(_ transaction: TransactionIndex, emit: Emit) {
        let end = now.milliseconds
        guard transactions[row: transaction].expiresDate > end else { return }
        let record = transactions.change(transaction) { $0.expiresDate = end }
        emit(.transaction(record, .cutShort))
    }
}
