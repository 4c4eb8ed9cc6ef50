// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine
import StoreHost

extension SKTestSession {
    /// Approves a purchase that waits: its transaction, which has an identifier of its own, arrives on
    /// `Transaction.updates`.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` when it does not wait for approval or the
    ///   customer has the product by now.
    public func approveAskToBuyTransaction(identifier: UInt) throws {
        try perform(.approvePurchase(askToBuyPurchase(identifier)))
    }

    /// Ends a purchase that waits for approval; nothing is announced.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` when it does not wait for approval.
    public func declineAskToBuyTransaction(identifier: UInt) throws {
        try perform(.declinePurchase(askToBuyPurchase(identifier)))
    }

    /// Takes a transaction, or a purchase that waits, out of the customer's history, as if it had never been.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`.
    public func deleteTransaction(identifier: UInt) throws {
        if let pending = pendingPurchase(identifier) {
            try perform(.deletePendingPurchase(pending))
        } else {
            try perform(.deleteTransaction(transaction(identifier).index))
        }
    }

    func pendingPurchase(_ identifier: UInt) -> PendingPurchaseID? {
        host.read { engine in
            engine.pendingPurchases.first { engine.identifier(of: $0.id) == UInt64(identifier) }?.id
        }
    }

    private func askToBuyPurchase(_ identifier: UInt) throws(SKTestError) -> PendingPurchaseID {
        if let pending = pendingPurchase(identifier) { return pending }
        _ = try transaction(identifier)
        throw SKTestError(
            .invalidAction, "Transaction \(identifier) does not wait for approval",
            fix: "Use one whose pendingAskToBuyConfirmation is true.")
    }
}
