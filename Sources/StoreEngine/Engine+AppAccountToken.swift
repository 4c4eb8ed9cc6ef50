// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Engine {
    /// Names the customer on a one-time purchase, or on a subscription's present period and all that follow.
    ///
    /// Earlier periods keep what they say. A change of plan keeps the name too, because it stays the same subscription.
    mutating func setAppAccountToken(_ token: UUID, of transaction: TransactionIndex, emit: Emit) throws(Refusal) {
        try check(transaction)
        try checkIsOwned(self[transaction])
        guard let index = self[transaction].subscription else {
            emit(.transaction(transactions.setToken(token, of: transaction), .appAccountToken))
            return
        }
        subscriptions[Int(index.value)].appAccountToken = token
        emit(.transaction(transactions.setToken(token, of: self[index].latest), .appAccountToken))
        emit(.renewal(renewal(of: self[index])))
    }
}
