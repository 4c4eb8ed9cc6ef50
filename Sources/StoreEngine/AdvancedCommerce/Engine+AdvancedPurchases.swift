// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration

// What an app asks for with a signed request.

extension Engine {
    mutating func buy(
        _ operation: AdvancedCommerceOperation, _ product: Catalogue.ProductIndex, _ purchase: Command.Purchase,
        emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        guard purchase.quantity == 1, purchase.offer == nil, purchase.billingPlan == nil else {
            throw .advancedCommerce(.operationNotAllowed, "A signed request says everything about its purchase")
        }
        switch operation {
        case .createOneTimeCharge(let request):
            return try charge(request, product, purchase, emit: emit)
        case .createSubscription(let request):
            return try create(request, product, purchase, emit: emit)
        case .modifySubscription(let request):
            return try modify(request, product, purchase, emit: emit)
        case .reactivateSubscription(let request):
            return try reactivate(request, product, purchase, emit: emit)
        }
    }

    private mutating func charge(
        _ request: AdvancedCommerceOneTimeChargeCreateRequest, _ product: Catalogue.ProductIndex,
        _ purchase: Command.Purchase, emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        try checkRequest(request.requestInfo, storefront: request.storefront, of: purchase.account)
        try checkCurrency(request.currency, of: purchase.account)
        try Self.checkTax(request.taxCode)
        let item = request.item
        try Self.checkItem(item.sku, item.displayName, item.description, price: item.price)
        guard case .oneTime = catalogue[product] else {
            throw .advancedCommerce(.invalidProduct, "\(purchase.productID) is not bought once")
        }
        advancedCommerce.references.insert(request.requestInfo.requestReferenceId)
        let content = AdvancedCommerceContent(
            items: [
                AdvancedCommerceContent.Item(
                    sku: item.sku, displayName: item.displayName, description: item.description, price: item.price,
                    charged: item.price)
            ], requestReferenceID: request.requestInfo.requestReferenceId, taxCode: request.taxCode)
        var record = TransactionRecord(
            index: transactions.nextIndex, original: transactions.nextIndex, account: purchase.account,
            product: product, subscription: nil, purchaseDate: now, originalPurchaseDate: now, expiresDate: nil,
            quantity: 1, price: item.price, storefrontPlace: self[purchase.account].storefrontPlace, reason: .purchase,
            offer: nil, appAccountToken: request.requestInfo.appAccountToken ?? purchase.appAccountToken)
        record.advancedCommerce = content
        record = append(record)
        emit(.transaction(record, .purchase(device: purchase.device)))
        notify(.oneTimeCharge, nil, transaction: record, emit: emit)
        return record.index
    }

    private mutating func create(
        _ request: AdvancedCommerceSubscriptionCreateRequest, _ product: Catalogue.ProductIndex,
        _ purchase: Command.Purchase, emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        try checkRequest(request.requestInfo, storefront: request.storefront, of: purchase.account)
        try checkCurrency(request.currency, of: purchase.account)
        try Self.checkTax(request.taxCode)
        try Self.checkTexts(
            displayName: request.descriptors.displayName, description: request.descriptors.description)
        guard let period = request.period else {
            throw .advancedCommerce(.invalidRenewalPeriod, "There is no period \(request.rawPeriod)")
        }
        guard !request.items.isEmpty else { throw .advancedCommerce(.atLeastOneItem, "There are no items") }
        for item in request.items {
            try Self.checkItem(item.sku, item.displayName, item.description, price: item.price)
            try Self.checkOffer(item.offer, of: item.price)
        }
        try Self.checkUnique(request.items.map(\.sku), .itemCannotBeSpecifiedMultipleTimes)
        guard case .subscription(let details) = catalogue[product] else {
            throw .advancedCommerce(.invalidProduct, "\(purchase.productID) is not an auto-renewable subscription")
        }
        let held = subscription(of: purchase.account, group: details.groupID)
        try checkPrevious(request.previousTransactionId, held, of: purchase.account)
        if let held, held.state.isEntitled {
            throw .advancedCommerce(
                .subscriptionAlreadyExists, "The customer is subscribed in the group already",
                fix: "Modify the subscription.")
        }
        let planned = try Self.planned(
            request.items.map { item in
                AdvancedCommercePlan.Item(
                    sku: item.sku, displayName: item.displayName, description: item.description, price: item.price,
                    offer: item.offer)
            }, period: period)
        advancedCommerce.references.insert(request.requestInfo.requestReferenceId)
        let index = held?.index ?? SubscriptionIndex(value: Int32(subscriptions.count))
        advancedCommerce.plans[index] = AdvancedCommercePlan(
            product: product,
            descriptors: AdvancedCommerceContent.Descriptors(
                displayName: request.descriptors.displayName, description: request.descriptors.description),
            items: planned.items, period: period, taxCode: request.taxCode,
            requestReferenceID: request.requestInfo.requestReferenceId,
            changes: (advancedCommerce.plans[index]?.changes ?? 0) + 1, ownLength: planned.ownLength)
        var purchase = purchase
        purchase.appAccountToken = request.requestInfo.appAccountToken ?? purchase.appAccountToken
        guard let held else {
            return startSubscription(to: details, product, .billedUpfront, Grant(), purchase, emit: emit)
        }
        let end = held.state.accessEnd ?? now
        return resubscribe(held, endedAt: end, to: product, .billedUpfront, Grant(), purchase, emit: emit)
    }

    /// A subscription may say which one it succeeds: one of the customer's that is over.
    private func checkPrevious(_ id: String?, _ held: Subscription?, of account: AccountID) throws(Refusal) {
        guard let id else { return }
        guard let record = transaction(identifier: id), record.account == account else {
            throw .advancedCommerce(
                .invalidPreviousTransactionID, "previousTransactionId is not a transaction of the customer's")
        }
        guard let index = record.subscription, !self[index].state.isEntitled else {
            throw .advancedCommerce(
                .invalidPreviousSubscription, "previousTransactionId is not one of a subscription that is over")
        }
    }

    private mutating func reactivate(
        _ request: AdvancedCommerceSubscriptionReactivateInAppRequest, _ product: Catalogue.ProductIndex,
        _ purchase: Command.Purchase, emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        try checkRequest(request.requestInfo, storefront: request.storefront, of: purchase.account)
        let skus = request.items?.map(\.sku)
        if let skus {
            guard !skus.isEmpty else { throw .advancedCommerce(.atLeastOneItem, "There are no items") }
            for sku in skus { try Self.checkSKU(sku) }
            try Self.checkUnique(skus, .itemCannotBeSpecifiedMultipleTimes)
        }
        let held = try ownSubscription(request.transactionId, of: purchase.account, product)
        var plan = try advancedPlan(of: held)
        try checkConsistency(request.requestInfo, of: held.index)
        guard !held.autoRenews else {
            throw .advancedCommerce(.subscriptionAlreadyActive, "The subscription renews already")
        }
        if let skus {
            guard skus.allSatisfy({ plan.position(of: $0) != nil }) else {
                throw .advancedCommerce(.productNotOwned, "An item is not part of the subscription")
            }
            plan.drop(Set(plan.items.map(\.sku)).subtracting(skus))
        }
        note(plan, request.requestInfo, in: held.index)
        switchAutoRenew(true, of: held.index, emit: emit)
        return held.latest
    }

    /// The customer's subscription that a transaction in a request means, while it gives access.
    func ownSubscription(
        _ id: String, of account: AccountID, _ product: Catalogue.ProductIndex
    ) throws(Refusal) -> Subscription {
        guard id.allSatisfy(\.isNumber), UInt64(id) != nil else {
            throw .advancedCommerce(.invalidTransactionId, "\(id) is no transaction identifier")
        }
        guard let record = transaction(identifier: id), record.account == account else {
            throw .advancedCommerce(.transactionIdNotFound, "The customer has no transaction \(id)")
        }
        let held = try advancedSubscription(of: record.index)
        guard held.product == product else {
            throw .advancedCommerce(.invalidProduct, "The subscription is one of another product")
        }
        guard held.state.isEntitled else {
            throw .advancedCommerce(.inactiveACASub, "The subscription is not active", fix: "Create it again.")
        }
        return held
    }

    /// Keeps a changed plan and takes note of the request.
    mutating func note(
        _ plan: AdvancedCommercePlan, _ info: AdvancedCommerceRequestInfo, in index: SubscriptionIndex
    ) {
        var plan = plan
        plan.requestReferenceID = info.requestReferenceId
        plan.changes += 1
        advancedCommerce.plans[index] = plan
        advancedCommerce.references.insert(info.requestReferenceId)
        if let token = info.appAccountToken { subscriptions[Int(index.value)].appAccountToken = token }
    }
}

extension Subscription.State {
    /// When access ended; `nil` while there is some.
    var accessEnd: StoreInstant? {
        switch self {
        case .active, .gracePeriod: nil
        case .billingRetry(let end, _), .expired(let end, _), .revoked(let end): end
        }
    }
}
