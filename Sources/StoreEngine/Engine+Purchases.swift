// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration

extension Engine {
    mutating func buy(_ purchase: Command.Purchase, emit: Emit) throws(Refusal) -> TransactionIndex {
        let product = try checkOrder(purchase)
        if let operation = purchase.advancedCommerce { return try buy(operation, product, purchase, emit: emit) }
        switch catalogue[product] {
        case .subscription(let subscription):
            return try subscribe(to: subscription, product, purchase, emit: emit)
        case .oneTime(let details):
            return try buyOnce(details, product, purchase, emit: emit)
        }
    }

    /// The product that is asked for, if it can be bought.
    func checkOrder(_ purchase: Command.Purchase) throws(Refusal) -> Catalogue.ProductIndex {
        try check(purchase.account)
        guard let product = catalogue.index(of: purchase.productID) else {
            throw Refusal(
                .productUnavailable, "The store does not sell \(purchase.productID)",
                fix: "Buy one of the products of its configuration.")
        }
        try checkIsOnSale(product)
        try checkQuantity(purchase.quantity, of: catalogue[product].product)
        return product
    }

    private func checkQuantity(_ quantity: Int, of product: StoreKitConfiguration.Product) throws(Refusal) {
        let allowsSeveral = product.type == .consumable || product.type == .nonRenewingSubscription
        // Ten is the most that one payment may ask for.
        guard quantity == 1 || (allowsSeveral && (1...10).contains(quantity)) else {
            throw Refusal(
                .invalidQuantity, "\(quantity) of \(product.id) cannot be bought at once",
                fix: allowsSeveral
                    ? "Ask for 1 to 10." : "Ask for 1: only consumables and non-renewing subscriptions come in numbers."
            )
        }
    }

    private mutating func buyOnce(
        _ details: StoreKitConfiguration.Product, _ product: Catalogue.ProductIndex, _ purchase: Command.Purchase,
        emit: Emit
    ) throws(Refusal) -> TransactionIndex {
        let redemption = try oneTimeOffer(of: details, purchase)
        // Only what can be held needs a look at the history, which may be long.
        var earlier: [TransactionRecord] = []
        if details.type == .nonConsumable {
            earlier = transactions(of: purchase.account).map { self[$0] }.filter {
                $0.product == product && !$0.isFamilyShared
            }
        }
        if let held = earlier.last(where: { $0.revocation == nil }) {
            if redemption != nil {
                throw Refusal(
                    .ineligibleForOffer, "The customer holds \(details.id) already, so a code gives nothing",
                    fix: "Redeem it with another account.")
            }
            return held.index
        }
        use(Grant(redemption: redemption), for: purchase, of: product, emit: emit)
        let original = earlier.first
        let each = redemption?.batch.terms.price ?? price(of: product, at: self[purchase.account].storefrontPlace)
        let record = append(
            TransactionRecord(
                index: transactions.nextIndex, original: original?.index ?? transactions.nextIndex,
                account: purchase.account,
                product: product, subscription: nil, purchaseDate: now,
                originalPurchaseDate: original?.purchaseDate ?? now, expiresDate: nil,
                quantity: Int32(purchase.quantity),
                price: each * Int64(purchase.quantity),
                storefrontPlace: self[purchase.account].storefrontPlace, reason: .purchase,
                offer: redemption.map(TransactionRecord.AppliedOffer.init),
                appAccountToken: purchase.appAccountToken))
        emit(.transaction(record, .purchase(device: purchase.device)))
        notify(.oneTimeCharge, nil, transaction: record, emit: emit)
        return record.index
    }

    mutating func append(_ record: TransactionRecord) -> TransactionRecord {
        let account = Int(record.account.value)
        let record = transactions.append(record, after: accounts[account].lastTransaction)
        accounts[account].lastTransaction = record.index
        return record
    }

    mutating func finish(_ transaction: TransactionIndex, of account: AccountID, emit: Emit) throws(Refusal) {
        try check(account)
        try check(transaction)
        guard self[transaction].account == account else {
            throw Refusal(
                .unknownTransaction, "Transaction \(identifier(of: transaction)) belongs to another account",
                fix: "Finish it from a device of that account.")
        }
        guard !self[transaction].isFinished else { return }
        transactions[row: transaction].flags.insert(.isFinished)
        emit(.transaction(self[transaction], .finish))
    }

    func check(_ transaction: TransactionIndex) throws(Refusal) {
        guard transactions.indices.contains(Int(transaction.value)),
            !transactions[row: transaction].flags.contains(.isForgotten)
        else {
            throw Refusal(
                .unknownTransaction, "There is no transaction \(identifier(of: transaction))",
                fix: "Use the identifier of a transaction that this store made.")
        }
    }

    /// - Parameter percentage: The part paid back, in thousandths of a per cent; `nil` means all of it.
    mutating func refund(
        _ transaction: TransactionIndex, reason: RevocationReason, percentage: Int32? = nil, emit: Emit
    ) throws(Refusal) {
        try check(transaction)
        try checkIsOwned(self[transaction])
        if grantPendingRefund(of: transaction, emit: emit) { return }
        guard self[transaction].revocation == nil else {
            throw Refusal(
                .invalidAction, "Transaction \(identifier(of: transaction)) is refunded already",
                fix: "Refund another one.")
        }
        let record = transactions.revoke(
            transaction,
            TransactionRecord.Revocation(
                date: now, reason: reason, type: percentage == nil ? .refundFull : .refundProrated,
                percentage: percentage ?? 100_000))
        payRefund(of: record)
        emit(.transaction(record, .revocation))
        guard let index = record.subscription else {
            notify(.refund, nil, transaction: record, emit: emit)
            return
        }
        // The refund of a past period takes back that period and nothing else.
        if self[index].latest == transaction {
            noteRefund(of: self[index])
            dropPriceIncrease(of: index)
            update(index) { subscription, now in
                subscription.state = .revoked(at: now)
                subscription.autoRenews = false
            }
        }
        emit(.renewal(renewal(of: self[index])))
        notify(.refund, nil, transaction: record, subscription: self[index], emit: emit)
    }

    /// Announces something to the developer's server.
    @discardableResult
    mutating func notify(
        _ type: NotificationTypeV2, _ subtype: Subtype?, transaction: TransactionRecord? = nil,
        subscription: Subscription? = nil, detail: NotificationRecord.Detail? = nil, emit: Emit
    ) -> UUID {
        let id = random.nextUUID()
        emit(
            .notification(
                NotificationRecord(
                    id: id, type: type, subtype: subtype, date: now, transaction: transaction,
                    renewal: subscription.map { renewal(of: $0) }, detail: detail)))
        return id
    }
}
