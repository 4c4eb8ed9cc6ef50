// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

// Prices of items. As in Apple's sandbox, the first renewal after the call costs what it did; then the customer is told,
// and the renewal after that costs the new price.

extension Engine {
    mutating func changePrice(
        _ transaction: TransactionIndex, _ request: AdvancedCommerceSubscriptionPriceChangeRequest, emit: Emit
    ) throws(Refusal) {
        let subscription = try advancedSubscription(of: transaction)
        try checkRequest(
            request.requestInfo, storefront: request.storefront, of: subscription.account, servesOnce: false)
        if request.currency != nil { try checkCurrency(request.currency, of: subscription.account) }
        try Self.checkItems(request.items)
        var plan = try advancedPlan(of: subscription)
        try checkConsistency(request.requestInfo, of: subscription.index)
        guard case .active = subscription.state, subscription.autoRenews else {
            throw .advancedCommerce(.subscriptionNotEligible, "The subscription does not renew, or is not paid for")
        }
        for item in request.items {
            guard let position = plan.position(of: item.sku),
                item.dependentSKUs?.allSatisfy({ plan.position(of: $0) != nil }) ?? true
            else {
                throw .advancedCommerce(
                    .invalidSKUProvidedMustBeCurrentSKUSetToRenew, "The subscription does not renew with \(item.sku)")
            }
            let present = plan.items[position]
            guard present.offerPayments == 0 else {
                throw .advancedCommerce(.subscriptionNotEligible, "An offer for \(item.sku) is not over")
            }
            guard present.increase == nil || present.increase?.status == .scheduled else {
                throw .advancedCommerce(
                    .priceChangeCannotBeIssuedWhenAlreadyCommunicated, "The customer was told of another price")
            }
            guard item.price > present.price else {
                plan.items[position].price = item.price
                plan.items[position].increase = nil
                continue
            }
            guard self[subscription.account].storefront.countryCode != "IND" else {
                throw .advancedCommerce(
                    .acaPriceIncreaseIsNotCurrentlySupportedInIndia, "Prices cannot be raised in India by this API")
            }
            let isLarge = ConsentRule.appStore.isLarge(
                from: present.price, to: item.price, period: plan.period.length)
            plan.items[position].increase = AdvancedCommercePlan.Increase(
                price: item.price, status: .scheduled, dependents: item.dependentSKUs ?? [],
                needsConsent: isLarge || wasIncreasedWithinAYear(subscription.index))
        }
        note(plan, request.requestInfo, in: subscription.index)
        emit(.renewal(renewal(of: self[subscription.index])))
        notify(
            .priceChange, nil, transaction: self[subscription.latest], subscription: self[subscription.index],
            emit: emit)
    }

    private func wasIncreasedWithinAYear(_ index: SubscriptionIndex) -> Bool {
        guard let last = advancedCommerce.increases[index] else { return false }
        return now < timetable.end(of: ConsentRule.appStore.interval, from: last)
    }

    private static func checkItems(_ items: [AdvancedCommerceSubscriptionPriceChangeItem]) throws(Refusal) {
        guard !items.isEmpty else { throw .advancedCommerce(.nullItems, "There are no items") }
        for item in items {
            try checkSKU(item.sku)
            guard item.price >= 0 else {
                throw .advancedCommerce(.negativePrice, "The price of \(item.sku) is below zero")
            }
        }
        try checkUnique(items.map(\.sku), .itemCannotBeSpecifiedMultipleTimes)
        let dependents = items.flatMap { $0.dependentSKUs ?? [] }
        try checkUnique(dependents, .dependentSKUsCannotBeShared)
        let heads = Set(items.filter { $0.dependentSKUs?.isEmpty == false }.map(\.sku))
        guard heads.isDisjoint(with: dependents) else {
            throw .advancedCommerce(.dependentSKUsCannotBeChained, "A dependent item has dependents of its own")
        }
    }

    /// Tells the customer of what was scheduled, after the renewal that still cost the old price.
    mutating func communicateIncreases(of index: SubscriptionIndex, emit: Emit) {
        guard var plan = currentPlan(of: self[index]) else { return }
        var isAsked = false
        var isTold = false
        for position in plan.items.indices {
            guard let increase = plan.items[position].increase, increase.status == .scheduled else { continue }
            plan.items[position].increase?.status = increase.needsConsent ? .pending : .accepted
            if increase.needsConsent { isAsked = true } else { isTold = true }
        }
        guard isAsked || isTold else { return }
        plan.changes += 1
        advancedCommerce.plans[index] = plan
        advancedCommerce.increases[index] = now
        emit(.renewal(renewal(of: self[index])))
        let subtypes: [Subtype] = (isAsked ? [.pending] : []) + (isTold ? [.accepted] : [])
        for subtype in subtypes {
            notify(
                .priceIncrease, subtype, transaction: self[self[index].latest], subscription: self[index], emit: emit)
        }
    }

    /// The customer agrees to the higher prices, or not; `false` when there is no such question.
    mutating func answerAdvancedIncrease(_ index: SubscriptionIndex, agrees: Bool, emit: Emit) -> Bool {
        guard var plan = currentPlan(of: self[index]), plan.isAsked else { return false }
        if agrees {
            for position in plan.items.indices where plan.items[position].increase?.status == .pending {
                plan.items[position].increase?.status = .accepted
            }
        } else {
            plan.dropUnagreed()
        }
        plan.changes += 1
        guard !plan.items.isEmpty else {
            // Nothing would renew, which is a cancellation.
            switchAutoRenew(false, of: index, isCustomer: true, emit: emit)
            return true
        }
        advancedCommerce.plans[index] = plan
        emit(.renewal(renewal(of: self[index])))
        guard agrees else { return true }
        notify(.priceIncrease, .accepted, transaction: self[self[index].latest], subscription: self[index], emit: emit)
        return true
    }

    /// Takes out of a renewal what the customer has not agreed to; `false` when nothing is left.
    mutating func dropUnagreedItems(of index: SubscriptionIndex) -> Bool {
        guard var plan = currentPlan(of: self[index]), plan.isAsked else { return true }
        plan.dropUnagreed()
        guard !plan.items.isEmpty else { return false }
        advancedCommerce.plans[index] = plan
        return true
    }
}

extension AdvancedCommercePlan {
    fileprivate mutating func dropUnagreed() {
        let unagreed = items.filter { $0.increase?.status == .pending }
        drop(Set(unagreed.map(\.sku) + unagreed.flatMap { $0.increase?.dependents ?? [] }))
    }
}
