// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration

// What comes between a customer's wish to buy and the purchase. The switches of the store stand in for what an app can
// meet, so they concern purchases in the app; a child asks wherever it buys.

extension Engine {
    mutating func order(_ purchase: Command.Purchase, emit: Emit) throws(Refusal) -> Outcome {
        try check(purchase.account)
        if let past = purchase.past { return .purchased(try buy(purchase, in: past, emit: emit)) }
        let isInApp = purchase.device != nil
        if isInApp, let error = takePurchaseError(of: purchase.account) { return .failed(error) }
        guard let reason = obstacle(to: purchase, isInApp: isInApp) else {
            return .purchased(try buy(purchase, emit: emit))
        }
        let product = try checkOrder(purchase)
        if purchase.advancedCommerce == nil, let held = heldTransaction(of: product, by: purchase.account) {
            return .purchased(held)
        }
        let waiting = pendingPurchases.first { $0.purchase.account == purchase.account && $0.product == product }
        if let waiting { return .pending(waiting.id) }
        let id = PendingPurchaseID(value: nextPendingPurchase)
        nextPendingPurchase += 1
        pendingPurchases.append(
            PendingPurchase(id: id, purchase: purchase, product: product, reason: reason, since: now))
        return .pending(id)
    }

    private mutating func takePurchaseError(of account: AccountID) -> SimulatedError? {
        let next = self[account].nextPurchaseError
        accounts[Int(account.value)].nextPurchaseError = nil
        return next ?? settings.simulatedErrors[.purchase]
    }

    private func obstacle(to purchase: Command.Purchase, isInApp: Bool) -> PendingPurchase.Reason? {
        if isInApp, settings.interruptedPurchases { return .interruption }
        let asks = settings.askToBuy || purchase.simulatesAskToBuy == true
        return self[purchase.account].asksToBuy || isInApp && asks ? .askToBuy : nil
    }

    /// What the customer holds already or has chosen for the next renewal, so that buying it changes nothing.
    private func heldTransaction(of product: Catalogue.ProductIndex, by account: AccountID) -> TransactionIndex? {
        switch catalogue[product] {
        case .subscription(let details):
            guard let held = subscription(of: account, group: details.groupID), held.state.isEntitled,
                held.nextProduct == product, held.autoRenews
            else { return nil }
            return held.latest
        case .oneTime(let details):
            guard details.type == .nonConsumable else { return nil }
            return transactions(of: account).last {
                self[$0].product == product && self[$0].revocation == nil && !self[$0].isFamilyShared
            }
        }
    }

    // MARK: - Going on

    mutating func approve(_ id: PendingPurchaseID, emit: Emit) throws(Refusal) -> TransactionIndex {
        try complete(pendingPurchase(id, waitingFor: .askToBuy), emit: emit)
    }

    mutating func resolve(_ id: PendingPurchaseID, emit: Emit) throws(Refusal) -> TransactionIndex {
        try complete(pendingPurchase(id, waitingFor: .interruption), emit: emit)
    }

    mutating func decline(_ id: PendingPurchaseID) throws(Refusal) {
        let pending = try pendingPurchase(id, waitingFor: .askToBuy)
        pendingPurchases.removeAll { $0.id == pending.id }
    }

    /// Buys as of now, at the price of now; when that cannot be, the purchase goes on waiting.
    private mutating func complete(_ pending: PendingPurchase, emit: Emit) throws(Refusal) -> TransactionIndex {
        var purchase = pending.purchase
        guard purchase.advancedCommerce != nil || heldTransaction(of: pending.product, by: purchase.account) == nil
        else {
            throw Refusal(
                .invalidAction, "The customer has \(purchase.productID) already",
                fix: "Decline the purchase that waits, or delete it.")
        }
        // Every device is to hear of it, the one it was asked for on too.
        purchase.device = nil
        let transaction = try buy(purchase, emit: emit)
        pendingPurchases.removeAll { $0.id == pending.id }
        return transaction
    }

    mutating func delete(_ id: PendingPurchaseID) throws(Refusal) {
        let pending = try pendingPurchase(id)
        pendingPurchases.removeAll { $0.id == pending.id }
    }

    private func pendingPurchase(_ id: PendingPurchaseID) throws(Refusal) -> PendingPurchase {
        guard let pending = pendingPurchases.first(where: { $0.id == id }) else {
            throw Refusal(
                .unknownPendingPurchase, "There is no purchase \(id.value) that waits",
                fix: "Use one of the pending purchases.")
        }
        return pending
    }

    private func pendingPurchase(
        _ id: PendingPurchaseID, waitingFor reason: PendingPurchase.Reason
    ) throws(Refusal) -> PendingPurchase {
        let pending = try pendingPurchase(id)
        guard pending.reason == reason else {
            let isAsking = pending.reason == .askToBuy
            throw Refusal(
                .invalidAction, "Purchase \(id.value) \(isAsking ? "waits for approval" : "was interrupted")",
                fix: isAsking ? "Approve or decline it." : "Resolve it.")
        }
        return pending
    }

    // MARK: - Switches

    mutating func setAskToBuy(of account: AccountID, _ asks: Bool) throws(Refusal) {
        try check(account)
        accounts[Int(account.value)].asksToBuy = asks
    }

    mutating func failNextPurchase(of account: AccountID, with error: SimulatedError?) throws(Refusal) {
        try check(account)
        accounts[Int(account.value)].nextPurchaseError = error
    }

    // MARK: - Looking things up

    /// The identifier of a pending purchase in test sessions: greater than that of any transaction.
    package func identifier(of pending: PendingPurchaseID) -> UInt64 {
        identifiers.firstTransaction + UInt64(Int32.max) + 1 + UInt64(pending.value)
    }
}
