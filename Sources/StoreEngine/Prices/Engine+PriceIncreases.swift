// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

// A higher price waits beside the subscription until the renewal that it is for.

extension Engine {
    mutating func apply(_ command: PriceIncreaseCommand, emit: Emit) throws(Refusal) {
        switch command {
        case .request(let index, let price):
            try check(index)
            let subscription = self[index]
            let present = self.price(of: subscription.nextProduct, for: subscription)
            guard subscription.state.deadline != nil, subscription.autoRenews, !isAsked(index) else {
                throw Refusal(
                    .invalidAction, "The subscription does not renew, or its customer is asked already",
                    fix: "Ask while it renews, and wait for the answer.")
            }
            announceIncrease(to: price ?? present, after: present, of: index, needsConsent: true, emit: emit)
        case .agree(let index):
            try check(index)
            if answerAdvancedIncrease(index, agrees: true, emit: emit) { return }
            try checkIsAsked(index)
            prices.subscribers[index]?.increase?.isAgreed = true
            emit(.renewal(renewal(of: self[index])))
            notify(
                .priceIncrease, .accepted, transaction: self[self[index].latest], subscription: self[index], emit: emit)
        case .decline(let index):
            try check(index)
            if answerAdvancedIncrease(index, agrees: false, emit: emit) { return }
            try checkIsAsked(index)
            try setAutoRenew(false, of: index, emit: emit)
        }
    }

    private func checkIsAsked(_ index: SubscriptionIndex) throws(Refusal) {
        try check(index)
        guard isAsked(index) else {
            throw Refusal(
                .invalidAction, "The customer is not asked to agree to a price", fix: "Request the consent first.")
        }
    }

    /// Whether the customer has to answer yet.
    private func isAsked(_ index: SubscriptionIndex) -> Bool {
        priceIncrease(of: self[index])?.isAgreed == false
    }

    /// The higher price that the customer has to answer to, in thousandths of the currency's unit.
    package func askedPrice(of index: SubscriptionIndex) -> Int64? {
        isAsked(index) ? priceIncrease(of: self[index])?.price : nil
    }

    /// The higher price that the customer was told of for the product that the subscription renews into.
    func priceIncrease(of subscription: Subscription) -> PriceList.Increase? {
        guard let own = prices.subscribers[subscription.index], own.product == subscription.nextProduct else {
            return nil
        }
        return own.increase
    }

    /// Whether a renewal now would cost more than the customer has agreed to.
    func renewsAboveAgreedPrice(_ subscription: Subscription) -> Bool {
        // A commitment has a price of its own, which was agreed to with it.
        subscription.nextOffer == nil && subscription.renewalPlan != .monthly
            && priceIncrease(of: subscription)?.isAgreed == false
    }

    /// Gives a subscriber the listed price from the next renewal on.
    mutating func follow(
        _ price: Int64, after old: Int64, of index: SubscriptionIndex, _ needsConsent: Bool, emit: Emit
    ) {
        let subscription = self[index]
        let isCommitted = subscription.renewalPlan == .monthly
        if price > old, subscription.autoRenews, !isCommitted, subscription.state.deadline != nil {
            announceIncrease(to: price, after: old, of: index, needsConsent: needsConsent, emit: emit)
        } else {
            prices.subscribers[index] = nil
            guard subscription.state.deadline != nil else { return }
            emit(.renewal(renewal(of: subscription)))
        }
    }

    private mutating func announceIncrease(
        to price: Int64, after old: Int64, of index: SubscriptionIndex, needsConsent: Bool, emit: Emit
    ) {
        let subscription = self[index]
        prices.subscribers[index] = PriceList.SubscriberPrice(
            product: subscription.nextProduct, storefront: self[subscription.account].storefrontPlace, agreed: old,
            increase: PriceList.Increase(price: price, isAgreed: !needsConsent))
        emit(.renewal(renewal(of: subscription)))
        notify(
            .priceIncrease, needsConsent ? .pending : .accepted, transaction: self[subscription.latest],
            subscription: subscription, emit: emit)
    }

    /// Makes an increase that was agreed to the price, because a renewal is about to be paid.
    mutating func settlePrice(of index: SubscriptionIndex) {
        guard var own = prices.subscribers[index] else { return }
        let subscription = self[index]
        guard own.product == subscription.product else {
            prices.subscribers[index] = nil
            return
        }
        own.agreed = own.next
        if own.increase?.isAgreed == true { own.increase = nil }
        prices.subscribers[index] = own
        forgetListedPrice(of: index)
    }

    /// Keeps no price that is the listed one.
    mutating func forgetListedPrice(of index: SubscriptionIndex) {
        guard let own = prices.subscribers[index], own.increase == nil,
            own.agreed == price(of: own.product, at: own.storefront)
        else { return }
        prices.subscribers[index] = nil
    }

    /// Forgets an increase because nothing will renew: who comes back pays the listed price.
    mutating func dropPriceIncrease(of index: SubscriptionIndex) {
        guard prices.subscribers[index]?.increase != nil else { return }
        prices.subscribers[index] = nil
    }

    /// Takes a question back that was not answered.
    mutating func withdrawPriceQuestion(of index: SubscriptionIndex) {
        guard isAsked(index) else { return }
        prices.subscribers[index]?.increase = nil
        forgetListedPrice(of: index)
    }
}
