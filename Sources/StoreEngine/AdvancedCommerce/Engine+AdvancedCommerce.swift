// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration

// What a developer's server asks for.

extension Engine {
    /// - Returns: The transaction that the answer tells of.
    mutating func apply(_ command: AdvancedCommerceCommand, emit: Emit) throws(Refusal) -> Outcome {
        switch command.request {
        case .cancel(let request):
            try cancel(command.transaction, request, emit: emit)
        case .changeMetadata(let request):
            try changeMetadata(command.transaction, request, emit: emit)
        case .changePrice(let request):
            try changePrice(command.transaction, request, emit: emit)
        case .migrate(let request):
            return .purchased(try migrate(command.transaction, request, emit: emit))
        case .revoke(let request):
            try revoke(command.transaction, request, emit: emit)
        case .requestRefund(let request):
            try requestRefund(command.transaction, request, emit: emit)
            return .purchased(command.transaction)
        }
        let subscription = self[command.transaction].subscription
        return .purchased(subscription.map { self[$0].latest } ?? command.transaction)
    }

    private mutating func cancel(
        _ transaction: TransactionIndex, _ request: AdvancedCommerceSubscriptionCancelRequest, emit: Emit
    ) throws(Refusal) {
        let subscription = try advancedSubscription(of: transaction)
        try checkRequest(
            request.requestInfo, storefront: request.storefront, of: subscription.account, servesOnce: false)
        let plan = try advancedPlan(of: subscription)
        try checkConsistency(request.requestInfo, of: subscription.index)
        guard subscription.state.deadline != nil else {
            throw .advancedCommerce(.subscriptionNotEligible, "The subscription is over")
        }
        note(plan, request.requestInfo, in: subscription.index)
        // Also when it was cancelled before, because the consistency token is another now.
        emit(.renewal(renewal(of: self[subscription.index])))
        switchAutoRenew(false, of: subscription.index, emit: emit)
    }

    // MARK: - Metadata

    private mutating func changeMetadata(
        _ transaction: TransactionIndex, _ request: AdvancedCommerceSubscriptionChangeMetadataRequest, emit: Emit
    ) throws(Refusal) {
        let subscription = try advancedSubscription(of: transaction)
        try checkRequest(request.requestInfo, storefront: request.storefront, of: subscription.account)
        try Self.checkMetadata(request)
        var plan = try advancedPlan(of: subscription)
        try checkConsistency(request.requestInfo, of: subscription.index)
        guard subscription.state.isEntitled else {
            throw .advancedCommerce(.inactiveACASub, "The subscription is not active")
        }
        var content = self[subscription.latest].advancedCommerce
        if let descriptors = request.descriptors {
            plan.descriptors.change(descriptors)
            if descriptors.effective == .immediately { content?.descriptors?.change(descriptors) }
        }
        for item in request.items ?? [] {
            guard let position = plan.position(of: item.currentSku) else {
                throw .advancedCommerce(.invalidProductChanges, "\(item.currentSku) is not part of the subscription")
            }
            if let sku = item.sku, sku != item.currentSku, plan.position(of: sku) != nil {
                throw .advancedCommerce(.invalidProductChanges, "\(sku) is part of the subscription already")
            }
            plan.items[position].sku = item.sku ?? item.currentSku
            plan.items[position].displayName = item.displayName ?? plan.items[position].displayName
            plan.items[position].description = item.description ?? plan.items[position].description
            guard item.effective == .immediately, let items = content?.items,
                let place = items.firstIndex(where: { $0.sku == item.currentSku })
            else { continue }
            content?.items[place].sku = plan.items[position].sku
            content?.items[place].displayName = plan.items[position].displayName
            content?.items[place].description = plan.items[position].description
        }
        if let taxCode = request.taxCode { plan.taxCode = taxCode }
        note(plan, request.requestInfo, in: subscription.index)
        if let content, content != self[subscription.latest].advancedCommerce {
            transactions.setContent(content, of: subscription.latest)
            emit(.transaction(transactions.change(subscription.latest) { _ in }, .metadata))
        }
        emit(.renewal(renewal(of: self[subscription.index])))
        notify(
            .metadataUpdate, nil, transaction: self[subscription.latest], subscription: self[subscription.index],
            emit: emit)
    }

    private static func checkMetadata(
        _ request: AdvancedCommerceSubscriptionChangeMetadataRequest
    ) throws(Refusal) {
        guard request.items?.isEmpty != true else { throw .advancedCommerce(.atLeastOneItem, "items is empty") }
        guard request.items != nil || request.descriptors != nil || request.taxCode != nil else {
            throw .advancedCommerce(.invalidProductChanges, "Nothing is to be changed")
        }
        if let descriptors = request.descriptors {
            guard descriptors.effective != nil else {
                throw .advancedCommerce(.nullEffective, "There is no moment \(descriptors.rawEffective)")
            }
            guard descriptors.displayName != nil || descriptors.description != nil else {
                throw .advancedCommerce(.atLeastOneOfDisplayNameOrDescription, "descriptors has no text")
            }
            try checkTexts(displayName: descriptors.displayName, description: descriptors.description)
        }
        for item in request.items ?? [] {
            guard item.effective != nil else {
                throw .advancedCommerce(.nullEffective, "There is no moment \(item.rawEffective)")
            }
            try checkSKU(item.currentSku)
            if let sku = item.sku { try checkSKU(sku) }
            try checkTexts(displayName: item.displayName, description: item.description)
        }
        try checkUnique(request.items?.map(\.currentSku) ?? [], .invalidProductChanges)
        if let taxCode = request.taxCode { try checkTax(taxCode) }
    }

    // MARK: - Migration

    private mutating func migrate(
        _ transaction: TransactionIndex, _ request: AdvancedCommerceSubscriptionMigrateRequest, emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        let old = try advancedSubscription(of: transaction)
        try checkRequest(request.requestInfo, storefront: request.storefront, of: old.account)
        let target = try migrationTarget(request, of: old)
        let period = catalogue.subscription(at: old.product).period
        guard let length = AdvancedCommercePeriod.all.first(where: { $0.length == period }) else {
            throw .advancedCommerce(.productNotEligible, "The API has no period as long as the product's")
        }
        guard case .active(let end) = old.state else {
            throw .advancedCommerce(.subscriptionNotEligible, "The subscription is not active")
        }
        guard priceIncrease(of: old) == nil else {
            throw .advancedCommerce(
                .migrationNotAllowedWhenPriceIncreaseCommunicated, "The customer was told of a higher price")
        }
        guard old.nextProduct == old.product || request.renewalItems != nil else {
            throw .advancedCommerce(
                .pendingChangesMismatch, "A change waits for the renewal, and renewalItems is missing")
        }
        let (present, paid) = (self[old.latest], self[old.latest].price)
        let next = standardPrice(of: old.nextProduct, for: old, plan: old.nextPlan)
        advancedCommerce.references.insert(request.requestInfo.requestReferenceId)
        let replaced = transactions.change(old.latest) { $0.flags.insert(.isUpgraded) }
        emit(.transaction(replaced, .upgrade(device: nil)))
        update(old.index) { subscription, now in
            subscription.state = .expired(at: now, reason: .other)
            subscription.autoRenews = false
        }
        emit(.renewal(renewal(of: self[old.index])))
        let held = subscription(of: old.account, group: target.groupID)
        let index = held?.index ?? SubscriptionIndex(value: Int32(subscriptions.count))
        let items =
            request.renewalItems?.map { ($0.sku, $0.displayName, $0.description) }
            ?? request.items.map { ($0.sku, $0.displayName, $0.description) }
        // The customer goes on paying what the product costs; it stands at the first item.
        let descriptors = AdvancedCommerceContent.Descriptors(
            displayName: request.descriptors.displayName ?? "", description: request.descriptors.description ?? "")
        advancedCommerce.plans[index] = AdvancedCommercePlan(
            product: target.product, descriptors: descriptors,
            items: items.enumerated().map { place, item in
                AdvancedCommercePlan.Item(
                    sku: item.0, displayName: item.1, description: item.2, price: place == 0 ? next : 0)
            }, period: length, taxCode: request.taxCode, requestReferenceID: request.requestInfo.requestReferenceId)
        let content = AdvancedCommerceContent(
            descriptors: descriptors,
            items: request.items.enumerated().map { place, item in
                AdvancedCommerceContent.Item(
                    sku: item.sku, displayName: item.displayName, description: item.description,
                    price: place == 0 ? paid : 0, charged: place == 0 ? paid : 0)
            }, period: length, requestReferenceID: request.requestInfo.requestReferenceId, taxCode: request.taxCode)
        if held == nil {
            var subscription = Subscription(
                index: index, account: old.account, groupID: target.groupID, original: transactions.nextIndex,
                latest: transactions.nextIndex, product: target.product, state: .expired(at: now, reason: .other),
                autoRenews: true, nextProduct: target.product, anchor: old.anchor, recentStart: old.recentStart,
                appAccountToken: request.requestInfo.appAccountToken ?? old.appAccountToken)
            subscription.renewals = old.renewals
            subscriptions.append(subscription)
            accounts[Int(old.account.value)].subscriptions.append(index)
        }
        update(index) { subscription, _ in
            subscription.product = target.product
            subscription.nextProduct = target.product
            subscription.anchor = old.anchor
            subscription.autoRenews = old.autoRenews
            subscription.state = .active(until: end)
        }
        let record = appendPeriod(
            of: index, from: now, to: end, price: paid, offer: present.offer, reason: .purchase, content: content,
            previousOriginal: old.original, emit: emit, cause: .purchase(device: nil))
        notify(.migration, nil, transaction: record, subscription: self[index], emit: emit)
        return record.index
    }

    private func migrationTarget(
        _ request: AdvancedCommerceSubscriptionMigrateRequest, of old: Subscription
    ) throws(Refusal) -> (product: Catalogue.ProductIndex, groupID: String) {
        try Self.checkTax(request.taxCode)
        guard request.descriptors.displayName != nil else {
            throw .advancedCommerce(.nullDisplayName, "descriptors.displayName is missing")
        }
        guard request.descriptors.description != nil else {
            throw .advancedCommerce(.nullDescription, "descriptors.description is missing")
        }
        try Self.checkTexts(
            displayName: request.descriptors.displayName, description: request.descriptors.description)
        guard !request.items.isEmpty, request.renewalItems?.isEmpty != true else {
            throw .advancedCommerce(.atLeastOneItem, "There are no items")
        }
        for item in request.items { try Self.checkItem(item.sku, item.displayName, item.description) }
        for item in request.renewalItems ?? [] { try Self.checkItem(item.sku, item.displayName, item.description) }
        try Self.checkUnique(request.items.map(\.sku), .itemCannotBeSpecifiedMultipleTimes)
        guard let product = catalogue.index(of: request.targetProductId) else {
            throw .advancedCommerce(.productNotFound, "There is no product \(request.targetProductId)")
        }
        guard currentPlan(of: old) == nil else {
            throw .advancedCommerce(.subscriptionAlreadyMigrated, "The subscription is one of the API already")
        }
        guard case .subscription(let details) = catalogue[product], details.groupID != old.groupID else {
            throw .advancedCommerce(
                .invalidTargetProductID, "The product to migrate to is not a subscription of another group")
        }
        guard subscription(of: old.account, group: details.groupID)?.state.isEntitled != true else {
            throw .advancedCommerce(.subscriptionAlreadyExists, "The customer is subscribed in the group already")
        }
        return (product, details.groupID)
    }
}

extension AdvancedCommerceContent.Descriptors {
    fileprivate mutating func change(_ change: AdvancedCommerceSubscriptionChangeMetadataDescriptors) {
        displayName = change.displayName ?? displayName
        description = change.description ?? description
    }
}
