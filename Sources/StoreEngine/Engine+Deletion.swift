// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

extension Engine {
    /// Takes one transaction out of a customer's history; without its last transaction a subscription is over.
    mutating func delete(_ transaction: TransactionIndex, emit: Emit) throws(Refusal) {
        try check(transaction)
        let record = self[transaction]
        try checkIsOwned(record)
        transactions[row: transaction].flags.insert(.isForgotten)
        let account = Int(record.account.value)
        if let index = record.subscription, self[index].latest == transaction {
            subscriptions[Int(index.value)].deadline = nil
            accounts[account].subscriptions.removeAll { $0 == index }
        }
        let left = transactions(of: record.account).map { self[$0] }
        let groups = left.filter { $0.offer?.type == .introductoryOffer }.compactMap { record in
            record.subscription.map { self[$0].groupID }
        }
        accounts[account].usedIntroductoryOffers.formIntersection(groups)
        // Devices cannot be told of a hole in the history, so they are told the rest of it again.
        emit(.historyCleared(record.account))
        for record in left { emit(.transaction(record, .rewrite)) }
        for index in accounts[account].subscriptions { emit(.renewal(renewal(of: self[index]))) }
    }
}
