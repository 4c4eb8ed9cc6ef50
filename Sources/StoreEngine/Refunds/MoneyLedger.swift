// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// The money that went back to customers, and that they had to return; what they paid stands in the transactions.
package struct MoneyLedger: Codable, Sendable, Hashable {
    /// Why money moved.
    package enum Cause: Codable, Sendable, Hashable {
        case refund
        /// The rest of a period that an upgrade replaced.
        case upgrade
        /// A refund that was undone.
        case reversal
    }

    /// One movement.
    package struct Entry: Codable, Sendable, Hashable {
        package let transaction: TransactionIndex
        package let date: StoreInstant
        package let cause: Cause
        /// What the customer got, in milliunits of the transaction's currency; negative when it was taken back.
        package let amount: Int64
    }

    /// Oldest first.
    package private(set) var entries: [Entry] = []
    private var balances: [TransactionIndex: Int64] = [:]

    /// What was paid back for a transaction and not returned, in milliunits.
    package func paidBack(for transaction: TransactionIndex) -> Int64 {
        balances[transaction] ?? 0
    }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        balances[entry.transaction, default: 0] += entry.amount
    }
}

extension TransactionRecord {
    /// The part of the period that is left at a moment, in thousandths of a per cent; `nil` for what has no end.
    func remainder(at moment: StoreInstant) -> Int32? {
        guard let expiresDate else { return nil }
        let length = expiresDate - purchaseDate
        guard length > 0 else { return 0 }
        let left = min(max(expiresDate - moment, 0), length)
        return Int32(left * 100_000 / length)
    }
}
