// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine
import Testing

// What holds after any history.

extension Shop {
    /// Every notification carries what the effects before it have made known: the ledger as it was at that moment.
    func checkNotifications(seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation) {
        var transactions: [TransactionIndex: TransactionRecord] = [:]
        var subscriptions: [SubscriptionIndex: Subscription] = [:]
        for effect in effects {
            switch effect {
            case .transaction(let record, _):
                transactions[record.index] = record
            case .renewal(let record):
                subscriptions[record.subscription.index] = record.subscription
            case .notification(let record):
                let isLedgers =
                    record.transaction.map { transactions[$0.index] == $0 } ?? true
                    && record.renewal.map { subscriptions[$0.subscription.index] == $0.subscription } ?? true
                #expect(isLedgers, "\(record.type) of seed \(seed)", sourceLocation: sourceLocation)
            default:
                continue
            }
        }
    }
}
