// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct PendingPurchaseTests {
    /// Tries to buy a product, which is to be answered with pending.
    @MainActor private func buyPending(_ productID: String) async throws {
        let product = try #require(try await Product.products(for: [productID]).first)
        let result = try await product.purchase()
        guard case .pending = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("With Ask to Buy a purchase is pending, and the session holds the one transaction that waits")
    func askToBuy() async throws {
        try await withSession { session in
            session.askToBuyEnabled = true
            try await buyPending("corner.lifetime")
            try await buyPending("corner.lifetime")
            let waiting = session.allTransactions()
            #expect(waiting.map(\.pendingAskToBuyConfirmation) == [true])
            #expect(waiting.map(\.productIdentifier) == ["corner.lifetime"])
            #expect(await productIDs(Transaction.all) == [])
        }
    }

    @Test("An approved purchase arrives on updates, unfinished, and waits no longer")
    func approved() async throws {
        try await withSession { session in
            var updates = Transaction.updates.makeAsyncIterator()
            session.askToBuyEnabled = true
            try await buyPending("corner.lifetime")
            let waiting = try #require(session.allTransactions().first)
            try session.approveAskToBuyTransaction(identifier: waiting.identifier)
            let transaction = try #require(await updates.next()).payloadValue
            #expect(transaction.productID == "corner.lifetime")
            #expect(await productIDs(Transaction.unfinished) == ["corner.lifetime"])
            #expect(session.allTransactions().map(\.pendingAskToBuyConfirmation) == [false])
            #expect(session.allTransactions().map(\.identifier) == [UInt(transaction.id)])
        }
    }

    @Test("A declined purchase is never delivered")
    func declined() async throws {
        try await withSession { session in
            session.askToBuyEnabled = true
            try await buyPending("corner.lifetime")
            let waiting = try #require(session.allTransactions().first)
            try session.declineAskToBuyTransaction(identifier: waiting.identifier)
            #expect(session.allTransactions().isEmpty)
            #expect(await productIDs(Transaction.all) == [])
            session.askToBuyEnabled = false
            _ = try await buy("corner.lifetime")
        }
    }

    @Test("An interrupted purchase is pending, shows its issue, and is delivered when that is resolved")
    func interrupted() async throws {
        try await withSession { session in
            var updates = Transaction.updates.makeAsyncIterator()
            session.interruptedPurchasesEnabled = true
            try await buyPending("corner.coins")
            let waiting = try #require(session.allTransactions().first)
            #expect(waiting.hasPurchaseIssue)
            #expect(!waiting.pendingAskToBuyConfirmation)
            try session.resolveIssueForTransaction(identifier: waiting.identifier)
            #expect(try await updates.next()?.payloadValue.productID == "corner.coins")
            session.interruptedPurchasesEnabled = false
            _ = try await buy("corner.coins")
        }
    }

    @Test("The switches are off in the beginning and after a reset")
    func reset() async throws {
        try await withSession { session in
            #expect(!session.askToBuyEnabled)
            #expect(!session.interruptedPurchasesEnabled)
            session.askToBuyEnabled = true
            session.interruptedPurchasesEnabled = true
            session.resetToDefaultState()
            #expect(!session.askToBuyEnabled)
            #expect(!session.interruptedPurchasesEnabled)
        }
    }

    @Test("What does not wait cannot be approved or declined, and what does wait only in its own way")
    func errors() async throws {
        try await withSession { session in
            let coins = UInt(try await buy("corner.coins").id)
            session.interruptedPurchasesEnabled = true
            try await buyPending("corner.lifetime")
            let interrupted = try #require(session.allTransactions().first).identifier
            let actions: [(SKTestError.Code, () throws -> Void)] = [
                (.noTransactionFound, { try session.approveAskToBuyTransaction(identifier: 99) }),
                (.noTransactionFound, { try session.declineAskToBuyTransaction(identifier: 99) }),
                (.invalidAction, { try session.approveAskToBuyTransaction(identifier: coins) }),
                (.invalidAction, { try session.declineAskToBuyTransaction(identifier: coins) }),
                (.invalidAction, { try session.approveAskToBuyTransaction(identifier: interrupted) }),
                (.noTransactionFound, { try session.deleteTransaction(identifier: 99) }),
            ]
            for (code, action) in actions {
                let error = #expect(throws: SKTestError.self) { try action() }
                #expect(error?.code == code)
            }
        }
    }

    @Test("Transactions are deleted one by one, those that wait too, until none is left")
    func delete() async throws {
        try await withSession { session in
            _ = try await buy("corner.coins")
            let trial = try await buy("corner.pro.monthly")
            #expect(trial.offer?.type == .introductory)
            session.askToBuyEnabled = true
            try await buyPending("corner.lifetime")
            #expect(session.allTransactions().count == 3)
            for transaction in session.allTransactions() {
                try session.deleteTransaction(identifier: transaction.identifier)
            }
            #expect(session.allTransactions().isEmpty)
            #expect(await productIDs(Transaction.all) == [])
            #expect(await productIDs(Transaction.currentEntitlements) == [])
            session.askToBuyEnabled = false
            #expect(try await buy("corner.pro.monthly").offer?.type == .introductory)
        }
    }

    @Test("Deleting one transaction leaves the others as they are")
    func deleteOne() async throws {
        try await withSession { session in
            _ = try await buy("corner.lifetime")
            let coins = try await buy("corner.coins")
            try session.deleteTransaction(identifier: UInt(coins.id))
            #expect(await productIDs(Transaction.all) == ["corner.lifetime"])
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.lifetime"])
        }
    }
}
