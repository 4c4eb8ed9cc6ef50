// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration

// Changes of items, texts and period that a customer agrees to in the app.

extension Engine {
    mutating func modify(
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest, _ product: Catalogue.ProductIndex,
        _ purchase: Command.Purchase, emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        try checkRequest(request.requestInfo, storefront: request.storefront, of: purchase.account)
        try checkModification(request, of: purchase.account)
        let held = try ownSubscription(request.transactionId, of: purchase.account, product)
        guard case .active = held.state else {
            throw .advancedCommerce(.operationNotAllowed, "The last payment of the subscription is still open")
        }
        let plan = try advancedPlan(of: held)
        try checkConsistency(request.requestInfo, of: held.index)
        let changed = try modified(plan, by: request)
        note(changed, request.requestInfo, in: held.index)
        switchAutoRenew(true, of: held.index, emit: emit)
        let isUpgrade = request.changesAtOnce
        if isUpgrade {
            request.retainBillingCycle
                ? addToPeriod(of: held, request, device: purchase.device, emit: emit)
                : beginAnew(held, device: purchase.device, emit: emit)
        } else {
            emit(.renewal(renewal(of: self[held.index])))
        }
        let latest = self[self[held.index].latest]
        let redeems = request.changeItems?.contains { $0.reason == .applyOffer } ?? false
        notify(
            redeems ? .offerRedeemed : .didChangeRenewalPref, isUpgrade ? .upgrade : redeems ? nil : .downgrade,
            transaction: latest, subscription: self[held.index], emit: emit)
        return latest.index
    }

    /// A new period with a full payment begins now; what was left of the old one is paid back.
    private mutating func beginAnew(_ held: Subscription, device: UUID?, emit: Emit) {
        let replaced = transactions.change(held.latest) { $0.flags.insert(.isUpgraded) }
        payBackRest(of: replaced)
        emit(.transaction(replaced, .upgrade(device: device)))
        _ = beginPaidTime(
            of: held.index, held.product, plan: .billedUpfront, offers: [], reason: .purchase, emit: emit,
            cause: .purchase(device: device))
    }

    /// The period goes on with other items; what is new is paid for in part.
    private mutating func addToPeriod(
        of held: Subscription, _ request: AdvancedCommerceSubscriptionModifyInAppRequest, device: UUID?, emit: Emit
    ) {
        let old = self[held.latest]
        guard let end = old.expiresDate, var content = old.advancedCommerce,
            let plan = advancedCommerce.plans[held.index]
        else { return }
        let part = Int64(old.remainder(at: now) ?? 0)
        var replacedContent = content
        // What goes on was paid for, and perhaps refunded, in the transaction that is replaced.
        content.items.removeAll { $0.revokedAt != nil }
        for position in content.items.indices {
            content.items[position].charged = 0
            content.items[position].refunds = []
        }
        for change in request.changeItems ?? [] where change.effective == .immediately {
            guard let position = content.items.firstIndex(where: { $0.sku == change.currentSku }),
                let place = replacedContent.items.firstIndex(where: { $0.sku == change.currentSku })
            else { continue }
            let rest = replacedContent.items[place].refundable * part / 100_000
            replacedContent.items[place].refunds.append(
                AdvancedCommerceRefund(
                    refundAmount: rest, refundDate: now.date, refundReason: .modifyItemsRefund, refundType: .prorated))
            replacedContent.items[place].revokedAt = now
            pay(rest, for: old, .upgrade)
            content.items[position] = AdvancedCommerceContent.Item(
                sku: change.sku, displayName: change.displayName, description: change.description,
                price: change.price, offer: change.offer, charged: change.proratedPrice ?? change.price * part / 100_000
            )
        }
        for item in request.addItems ?? [] {
            content.items.append(
                AdvancedCommerceContent.Item(
                    sku: item.sku, displayName: item.displayName, description: item.description, price: item.price,
                    offer: item.offer, charged: item.proratedPrice ?? item.price * part / 100_000))
        }
        content.requestReferenceID = request.requestInfo.requestReferenceId
        if request.descriptors?.effective == .immediately { content.descriptors = plan.descriptors }
        if let taxCode = request.taxCode { content.taxCode = taxCode }
        transactions.setContent(replacedContent, of: old.index)
        let replaced = transactions.change(old.index) { $0.flags.insert(.isUpgraded) }
        emit(.transaction(replaced, .upgrade(device: device)))
        _ = appendPeriod(
            of: held.index, from: now, to: end, price: content.items.reduce(0) { $0 + $1.charged }, offer: nil,
            reason: .purchase, content: content, emit: emit, cause: .purchase(device: device))
    }

    /// The plan after a modification.
    private func modified(
        _ plan: AdvancedCommercePlan, by request: AdvancedCommerceSubscriptionModifyInAppRequest
    ) throws(Refusal) -> AdvancedCommercePlan {
        var plan = plan
        let removed = request.removeItems?.map(\.sku) ?? []
        guard removed.allSatisfy({ plan.position(of: $0) != nil }) else {
            throw .advancedCommerce(.removeItemNotFound, "An item to remove is not part of the subscription")
        }
        for change in request.changeItems ?? [] {
            guard let position = plan.position(of: change.currentSku) else {
                throw .advancedCommerce(.changeItemNotFound, "\(change.currentSku) is not part of the subscription")
            }
            guard
                change.sku != change.currentSku || change.offer != nil || request.periodChange != nil
                    || change.price == plan.items[position].price
            else {
                throw .advancedCommerce(
                    .priceChangeNotSupportedThroughModifyItems,
                    "A change of \(change.sku) changes nothing but its price")
            }
            guard plan.items[position].offerPayments == 0 || change.effective == .nextBillCycle else {
                throw .advancedCommerce(
                    .offerPreventsItemMidCycleChange, "An offer for \(change.currentSku) is not over")
            }
        }
        if request.periodChange != nil {
            let updated = Set((request.changeItems?.map(\.currentSku) ?? []) + removed)
            guard plan.items.allSatisfy({ updated.contains($0.sku) }) else {
                throw .advancedCommerce(
                    .missingUpdatedItemsWithPeriodChange, "With a new period every item needs its new price")
            }
        }
        for change in request.changeItems ?? [] {
            guard let position = plan.position(of: change.currentSku) else { continue }
            plan.items[position] = AdvancedCommercePlan.Item(
                sku: change.sku, displayName: change.displayName, description: change.description,
                price: change.price, offer: change.offer)
        }
        for item in request.addItems ?? [] {
            guard plan.position(of: item.sku) == nil else {
                throw .advancedCommerce(.productAlreadyExists, "\(item.sku) is part of the subscription already")
            }
            plan.items.append(
                AdvancedCommercePlan.Item(
                    sku: item.sku, displayName: item.displayName, description: item.description, price: item.price,
                    offer: item.offer))
        }
        plan.drop(Set(removed))
        guard !plan.items.isEmpty else {
            throw .advancedCommerce(.removalAllNotAllowed, "A subscription cannot lose all its items")
        }
        if let name = request.descriptors?.displayName { plan.descriptors.displayName = name }
        if let text = request.descriptors?.description { plan.descriptors.description = text }
        if let period = request.periodChange?.period { plan.period = period }
        if let taxCode = request.taxCode { plan.taxCode = taxCode }
        let fresh = Set((request.addItems?.map(\.sku) ?? []) + (request.changeItems?.map(\.sku) ?? []))
        let planned = try Self.planned(plan.items.filter { fresh.contains($0.sku) }, period: plan.period)
        for item in planned.items {
            if let position = plan.position(of: item.sku) { plan.items[position] = item }
        }
        plan.ownLength = request.retainBillingCycle ? nil : planned.ownLength
        return plan
    }

    private func checkModification(
        _ request: AdvancedCommerceSubscriptionModifyInAppRequest, of account: AccountID
    ) throws(Refusal) {
        let (added, changed, removed) = (request.addItems ?? [], request.changeItems ?? [], request.removeItems ?? [])
        guard request.addItems?.isEmpty != true, request.changeItems?.isEmpty != true else {
            throw .advancedCommerce(.emptyAddChangeItems, "addItems or changeItems is empty")
        }
        guard request.removeItems?.isEmpty != true else {
            throw .advancedCommerce(.atLeastOneItem, "removeItems is empty")
        }
        guard !added.isEmpty || !changed.isEmpty || !removed.isEmpty || request.descriptors != nil else {
            throw .advancedCommerce(.oneItemNeededInModify, "Nothing is to be changed")
        }
        if !added.isEmpty || !changed.isEmpty { try checkCurrency(request.currency, of: account) }
        if let taxCode = request.taxCode { try Self.checkTax(taxCode) }
        for item in added {
            try Self.checkItem(item.sku, item.displayName, item.description, price: item.price)
            try Self.checkOffer(item.offer, of: item.price)
            try Self.checkProration(item.proratedPrice, of: item.price)
        }
        for item in changed {
            try Self.checkItem(item.sku, item.displayName, item.description, price: item.price)
            try Self.checkOffer(item.offer, of: item.price)
            try Self.checkProration(item.proratedPrice, of: item.price)
            guard item.effective != nil else {
                throw .advancedCommerce(.nullEffective, "There is no moment \(item.rawEffective)")
            }
            guard item.reason != nil else {
                throw .advancedCommerce(.invalidChangeReason, "There is no reason \(item.rawReason)")
            }
            guard item.proratedPrice == nil || item.effective == .immediately else {
                throw .advancedCommerce(
                    .invalidProratedPriceForChangeItemWithEffectiveLater, "A later change has no prorated price")
            }
        }
        for item in removed { try Self.checkSKU(item.sku) }
        try Self.checkUnique(
            added.map(\.sku) + changed.map(\.currentSku) + removed.map(\.sku), .multipleOperationsOnSingleSKU)
        if let descriptors = request.descriptors {
            try Self.checkTexts(displayName: descriptors.displayName, description: descriptors.description)
            guard descriptors.displayName != nil || descriptors.description != nil else {
                throw .advancedCommerce(.atLeastOneOfDisplayNameOrDescription, "descriptors has no text")
            }
        }
        try checkTiming(request)
    }

    private func checkTiming(_ request: AdvancedCommerceSubscriptionModifyInAppRequest) throws(Refusal) {
        let changed = request.changeItems ?? []
        if let period = request.periodChange {
            guard period.period != nil else {
                throw .advancedCommerce(.invalidRenewalPeriod, "There is no period \(period.rawPeriod)")
            }
            if period.effective == .immediately {
                guard !request.retainBillingCycle else {
                    throw .advancedCommerce(
                        .periodResetWithRetainBillingCycle, "A new period at once begins a new billing cycle")
                }
                guard changed.allSatisfy({ $0.effective == .immediately }) else {
                    throw .advancedCommerce(
                        .periodChangeImmediateWithEffectiveAtNextBillingCycle, "The period changes before its items")
                }
            } else if changed.contains(where: { $0.effective == .immediately }) || request.addItems != nil {
                throw .advancedCommerce(.periodChangeEffectiveConflict, "The items change before the period")
            }
        }
        guard !request.retainBillingCycle else { return }
        guard request.addItems != nil || request.changeItems != nil else {
            throw .advancedCommerce(
                .removeItemsWithoutAddOrChangeItems, "Nothing is bought that could begin a new billing cycle")
        }
        guard request.changesAtOnce else {
            throw .advancedCommerce(.billingCycleResetWithEffectiveLater, "A new billing cycle begins at once")
        }
    }

    private static func checkProration(_ prorated: Int64?, of price: Int64) throws(Refusal) {
        guard let prorated else { return }
        guard prorated >= 0 else { throw .advancedCommerce(.negativeProratedPrice, "A prorated price is below zero") }
        guard prorated <= price else {
            throw .advancedCommerce(.invalidProratedPrice, "A prorated price is above the full price")
        }
    }
}

extension AdvancedCommerceSubscriptionModifyInAppRequest {
    /// Whether anything but texts changes before the renewal.
    fileprivate var changesAtOnce: Bool {
        addItems != nil || changeItems?.contains { $0.effective == .immediately } == true
            || periodChange?.effective == .immediately
    }
}
