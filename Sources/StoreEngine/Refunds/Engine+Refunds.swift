// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

extension Engine {
    mutating func apply(_ command: RefundCommand, emit: Emit) throws(Refusal) {
        switch command {
        case .request(let transaction, let reason, let isInApp):
            try requestRefund(of: transaction, reason, isInApp: isInApp, emit: emit)
        case .grantProrated(let transaction, let reason, let percentage):
            try check(transaction)
            guard let part = percentage ?? self[transaction].remainder(at: now), (1...100_000).contains(part) else {
                throw Refusal(
                    .invalidAction, "There is no part of transaction \(identifier(of: transaction)) to pay back",
                    fix: "State more than nothing and at most all of it, or refund a period that is not over.")
            }
            try refund(transaction, reason: reason, percentage: part, emit: emit)
        case .decline(let transaction):
            try check(transaction)
            advancedCommerce.pendingRefunds[transaction] = nil
            guard refundDesk.requests.remove(transaction) != nil else {
                throw Refusal(
                    .invalidAction, "Nobody asks for a refund of transaction \(identifier(of: transaction))",
                    fix: "Request the refund first.")
            }
            announce(.refundDeclined, transaction, emit: emit)
        case .reverse(let transaction):
            try reverseRefund(of: transaction, emit: emit)
        }
    }

    /// Whether a customer waits for an answer about a transaction.
    package func isRefundRequested(_ transaction: TransactionIndex) -> Bool {
        refundDesk.requests.contains(transaction)
    }

    private mutating func requestRefund(
        of transaction: TransactionIndex, _ reason: ConsumptionRequestReason, isInApp: Bool, emit: Emit
    ) throws(Refusal) {
        try check(transaction)
        try checkIsOwned(self[transaction])
        guard self[transaction].revocation == nil, refundDesk.requests.insert(transaction).inserted else {
            throw Refusal(
                .invalidAction, "Transaction \(identifier(of: transaction)) is refunded, or about to be decided",
                fix: "Ask for another one.")
        }
        announce(.consumptionRequest, transaction, detail: .consumption(reason), emit: emit)
        guard isInApp, let index = self[transaction].subscription, self[index].latest == transaction,
            self[index].state.deadline != nil
        else { return }
        switchAutoRenew(false, of: index, emit: emit)
    }

    private mutating func announce(
        _ type: NotificationTypeV2, _ transaction: TransactionIndex, detail: NotificationRecord.Detail? = nil,
        emit: Emit
    ) {
        notify(
            type, nil, transaction: self[transaction], subscription: self[transaction].subscription.map { self[$0] },
            detail: detail, emit: emit)
    }

    private mutating func reverseRefund(of transaction: TransactionIndex, emit: Emit) throws(Refusal) {
        try check(transaction)
        guard let revocation = self[transaction].revocation, revocation.type != .familyRevoke else {
            throw Refusal(
                .invalidAction, "Transaction \(identifier(of: transaction)) is not refunded", fix: "Refund it first.")
        }
        let refunded = money.entries.last { $0.transaction == transaction && $0.cause == .refund }
        money.append(
            MoneyLedger.Entry(
                transaction: transaction, date: now, cause: .reversal, amount: -(refunded?.amount ?? 0)))
        giveItemsBack(to: transaction, lostAt: revocation.date)
        var record = transactions.reinstate(transaction)
        let renewed = refundDesk.endedRenewals.remove(transaction) != nil
        guard let index = record.subscription else {
            emit(.transaction(record, .reinstatement))
            announce(.refundReversed, transaction, emit: emit)
            return
        }
        if self[index].latest == transaction {
            reinstate(index, renewing: renewed)
        } else if let next = begin(after: record), let end = record.expiresDate, next < end, !record.isUpgraded {
            // The customer subscribed again in between: two periods of a group never run at once.
            record = transactions.change(transaction) { $0.expiresDate = next.milliseconds }
        }
        emit(.transaction(record, .reinstatement))
        emit(.renewal(renewal(of: self[index])))
        announce(.refundReversed, transaction, emit: emit)
    }

    /// Goes on with a subscription as if it had not been taken back; the renewal date stays what it was.
    private mutating func reinstate(_ index: SubscriptionIndex, renewing: Bool) {
        let end = self[self[index].latest].expiresDate ?? now
        update(index) { subscription, now in
            if end > now {
                subscription.state = .active(until: end)
                subscription.autoRenews = renewing
            } else {
                subscription.state = .expired(at: end, reason: .other)
            }
        }
    }

    /// When the period after a transaction's began.
    private func begin(after record: TransactionRecord) -> StoreInstant? {
        transactions(of: record.account).lazy.map { self[$0] }
            .first { $0.index > record.index && $0.subscription == record.subscription }?.purchaseDate
    }

    // MARK: - Money

    /// Pays back what a revocation says, as far as it has not been paid back already.
    mutating func payRefund(of record: TransactionRecord) {
        refundDesk.requests.remove(record.index)
        guard let revocation = record.revocation else { return }
        pay(record.price * Int64(revocation.percentage) / 100_000, for: record, .refund)
    }

    /// Pays back the rest of a period that an upgrade replaces.
    mutating func payBackRest(of record: TransactionRecord) {
        pay(record.price * Int64(record.remainder(at: now) ?? 0) / 100_000, for: record, .upgrade)
    }

    mutating func pay(_ amount: Int64, for record: TransactionRecord, _ cause: MoneyLedger.Cause) {
        let amount = min(amount, record.price - money.paidBack(for: record.index))
        // A refund that came to nothing is noted too, so that undoing it finds it.
        guard amount > 0 || cause == .refund else { return }
        money.append(MoneyLedger.Entry(transaction: record.index, date: now, cause: cause, amount: amount))
    }

    /// Remembers whether a subscription would have renewed, for when its refund is undone.
    mutating func noteRefund(of subscription: Subscription) {
        guard subscription.autoRenews else { return }
        refundDesk.endedRenewals.insert(subscription.latest)
    }
}
