// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

// Money given back item by item. With `refundRiskingPreference` the developer is asked about the consumption first, and
// the refund waits for somebody's decision; without, it is given at once.

extension Engine {
    mutating func revoke(
        _ transaction: TransactionIndex, _ request: AdvancedCommerceSubscriptionRevokeRequest, emit: Emit
    ) throws(Refusal) {
        let subscription = try advancedSubscription(of: transaction)
        try checkRequest(request.requestInfo, storefront: request.storefront, of: subscription.account)
        guard let type = request.refundType, type != .custom else {
            throw .advancedCommerce(.invalidRefundType, "A subscription is not revoked with \(request.rawRefundType)")
        }
        guard let reason = request.refundReason, reason != .modifyItemsRefund else {
            throw .advancedCommerce(.invalidRefundReason, "There is no reason \(request.rawRefundReason)")
        }
        try checkSimulation([reason])
        let plan = try advancedPlan(of: subscription)
        try checkConsistency(request.requestInfo, of: subscription.index)
        guard subscription.state.isEntitled else {
            throw .advancedCommerce(.revokeOnInactiveSubscription, "The subscription is not active")
        }
        let latest = self[subscription.latest]
        try checkIsOpen(latest)
        note(plan, request.requestInfo, in: subscription.index)
        emit(.renewal(renewal(of: self[subscription.index])))
        let items = (latest.advancedCommerce?.items ?? []).filter { $0.revokedAt == nil }.map { item in
            AdvancedCommerceRefundItem(sku: item.sku, type: type, reason: reason, amount: nil, revokes: true)
        }
        try settle(
            AdvancedCommerceLedger.PendingRefund(items: items, revokesSubscription: true), of: latest,
            asks: request.refundRiskingPreference, emit: emit)
    }

    mutating func requestRefund(
        _ transaction: TransactionIndex, _ request: AdvancedCommerceRequestRefundRequest, emit: Emit
    ) throws(Refusal) {
        try check(transaction)
        let record = self[transaction]
        try checkRequest(request.requestInfo, storefront: request.storefront, of: record.account)
        if request.currency != nil { try checkCurrency(request.currency, of: record.account) }
        guard !request.items.isEmpty else { throw .advancedCommerce(.nullItems, "There are no items") }
        let items = try refundItems(request.items)
        guard let content = record.advancedCommerce else {
            throw .advancedCommerce(
                .transactionNotRefundable, "The transaction is not one of the Advanced Commerce API")
        }
        guard record.revocation == nil else {
            throw .advancedCommerce(.alreadyRefunded, "The transaction was refunded")
        }
        try checkIsOpen(record)
        for item in items { try check(item, in: content, of: record) }
        if let index = record.subscription, self[index].latest == transaction {
            let left = content.items.filter { item in
                item.revokedAt == nil && !items.contains { $0.revokes && $0.sku == item.sku }
            }
            guard !left.isEmpty else {
                throw .advancedCommerce(
                    .removalAllNotAllowed, "A subscription cannot lose all its items", fix: "Revoke it.")
            }
        }
        advancedCommerce.references.insert(request.requestInfo.requestReferenceId)
        try settle(
            AdvancedCommerceLedger.PendingRefund(items: items, revokesSubscription: false), of: record,
            asks: request.refundRiskingPreference, emit: emit)
    }

    private func refundItems(
        _ items: [AdvancedCommerceRequestRefundItem]
    ) throws(Refusal) -> [AdvancedCommerceRefundItem] {
        var result: [AdvancedCommerceRefundItem] = []
        for item in items {
            try Self.checkSKU(item.sku)
            guard let type = item.refundType else {
                throw .advancedCommerce(.invalidRefundType, "There is no refund type \(item.rawRefundType)")
            }
            guard let reason = item.refundReason, reason != .modifyItemsRefund else {
                throw .advancedCommerce(.invalidRefundReason, "There is no reason \(item.rawRefundReason)")
            }
            guard (item.refundAmount ?? 0) >= 0 else {
                throw .advancedCommerce(.negativeRefundAmount, "A refund is below zero")
            }
            guard type == .custom || item.refundAmount == nil else {
                throw .advancedCommerce(.refundAmountWithoutCustom, "Only a custom refund has an amount")
            }
            guard type != .custom || item.refundAmount != nil else {
                throw .advancedCommerce(.nullRefundAmount, "A custom refund needs an amount")
            }
            result.append(
                AdvancedCommerceRefundItem(
                    sku: item.sku, type: type, reason: reason, amount: item.refundAmount.map(Int64.init),
                    revokes: item.revoke))
        }
        try Self.checkUnique(result.map(\.sku), .itemCannotBeSpecifiedMultipleTimes)
        try checkSimulation(result.map(\.reason))
        return result
    }

    private func checkSimulation(_ reasons: [AdvancedCommerceRefundReason]) throws(Refusal) {
        let simulated = reasons.count { $0 == .simulateRefundDecline }
        guard simulated == 0 || identity.environment != .production else {
            throw .advancedCommerce(
                .simulateRefundDeclineOnlyInSandbox, "A refusal can be simulated in the sandbox only")
        }
        guard simulated == 0 || simulated == reasons.count else {
            throw .advancedCommerce(.partialSimulateRefundDecline, "A refusal is simulated for all items or for none")
        }
    }

    private func checkIsOpen(_ record: TransactionRecord) throws(Refusal) {
        guard advancedCommerce.pendingRefunds[record.index] == nil, !refundDesk.requests.contains(record.index) else {
            throw .advancedCommerce(.pendingRefund, "A refund of the transaction waits for its decision")
        }
    }

    private func check(
        _ item: AdvancedCommerceRefundItem, in content: AdvancedCommerceContent, of record: TransactionRecord
    ) throws(Refusal) {
        guard let bought = content.items.first(where: { $0.sku == item.sku }) else {
            throw .advancedCommerce(.productNotOwned, "\(item.sku) is not part of the transaction")
        }
        guard bought.refundable > 0, bought.revokedAt == nil else {
            throw .advancedCommerce(.alreadyRefunded, "\(item.sku) was refunded, or cost nothing")
        }
        guard (item.amount ?? 0) <= bought.refundable else {
            throw .advancedCommerce(.insufficientFunds, "Less was paid for \(item.sku) than is to be given back")
        }
        guard item.type != .prorated || record.subscription.map({ self[$0].latest == record.index }) == true else {
            throw .advancedCommerce(.proratedOnlyLatestTransaction, "Only the present period is refunded by time")
        }
    }

    /// Gives back now, or lets the refund wait while the developer is asked.
    private mutating func settle(
        _ refund: AdvancedCommerceLedger.PendingRefund, of record: TransactionRecord, asks: Bool, emit: Emit
    ) throws(Refusal) {
        let subscription = record.subscription
        if refund.items.first?.reason == .simulateRefundDecline {
            notify(
                .refundDeclined, nil, transaction: record, subscription: subscription.map { self[$0] }, emit: emit)
            return
        }
        guard asks else { return giveBack(refund, record.index, emit: emit) }
        advancedCommerce.pendingRefunds[record.index] = refund
        refundDesk.requests.insert(record.index)
        let reason = refund.items.first.flatMap { ConsumptionRequestReason(rawValue: $0.reason.rawValue) } ?? .other
        notify(
            .consumptionRequest, nil, transaction: record, subscription: subscription.map { self[$0] },
            detail: .consumption(reason), emit: emit)
    }

    /// Carries out a refund that waited; `false` when none did.
    mutating func grantPendingRefund(of transaction: TransactionIndex, emit: Emit) -> Bool {
        guard let refund = advancedCommerce.pendingRefunds.removeValue(forKey: transaction) else { return false }
        refundDesk.requests.remove(transaction)
        giveBack(refund, transaction, emit: emit)
        return true
    }

    private mutating func giveBack(
        _ refund: AdvancedCommerceLedger.PendingRefund, _ transaction: TransactionIndex, emit: Emit
    ) {
        var record = self[transaction]
        guard var content = record.advancedCommerce else { return }
        let part = Int64(record.remainder(at: now) ?? 0)
        var total: Int64 = 0
        for item in refund.items {
            guard let position = content.items.firstIndex(where: { $0.sku == item.sku }) else { continue }
            let left = content.items[position].refundable
            let amount: Int64 =
                switch item.type {
                case .full: left
                case .prorated: left * part / 100_000
                case .custom: min(item.amount ?? 0, left)
                }
            content.items[position].refunds.append(
                AdvancedCommerceRefund(
                    refundAmount: amount, refundDate: now.date, refundReason: item.reason, refundType: item.type))
            if item.revokes { content.items[position].revokedAt = now }
            total += amount
        }
        transactions.setContent(content, of: transaction)
        let isOver = content.items.allSatisfy { $0.revokedAt != nil }
        if isOver {
            let isFull = refund.items.allSatisfy { $0.type == .full }
            let share = record.price == 0 ? 100_000 : Int32(min(total * 100_000 / record.price, 100_000))
            record = transactions.revoke(
                transaction,
                TransactionRecord.Revocation(
                    date: now, reason: .refundedForOtherReason, type: isFull ? .refundFull : .refundProrated,
                    percentage: isFull ? 100_000 : share))
        } else {
            record = transactions.change(transaction) { _ in }
        }
        pay(total, for: record, .refund)
        emit(.transaction(record, isOver ? .revocation : .metadata))
        guard let index = record.subscription else {
            notify(.refund, nil, transaction: record, emit: emit)
            return
        }
        loseItems(refund, of: index, transaction, isOver: isOver)
        emit(.renewal(renewal(of: self[index])))
        notify(.refund, nil, transaction: record, subscription: self[index], emit: emit)
    }

    /// Undoes the refund with which the transaction was taken back; what was given back for an item before stays so.
    mutating func giveItemsBack(to transaction: TransactionIndex, lostAt date: StoreInstant) {
        guard var content = self[transaction].advancedCommerce else { return }
        for position in content.items.indices {
            // An exchange of items pays back too, and no dispute is about that.
            guard let last = content.items[position].refunds.last, last.refundDate == date.date,
                last.refundReason != .modifyItemsRefund
            else { continue }
            content.items[position].refunds.removeLast()
            if content.items[position].revokedAt == date { content.items[position].revokedAt = nil }
        }
        transactions.setContent(content, of: transaction)
    }

    /// What was lost with a refund of the present period does not renew either.
    private mutating func loseItems(
        _ refund: AdvancedCommerceLedger.PendingRefund, of index: SubscriptionIndex, _ transaction: TransactionIndex,
        isOver: Bool
    ) {
        guard self[index].latest == transaction else { return }
        if isOver || refund.revokesSubscription {
            noteRefund(of: self[index])
            update(index) { subscription, now in
                subscription.state = .revoked(at: now)
                subscription.autoRenews = false
            }
        } else {
            advancedCommerce.plans[index]?.drop(Set(refund.items.filter(\.revokes).map(\.sku)))
            advancedCommerce.plans[index]?.changes += 1
        }
    }
}
