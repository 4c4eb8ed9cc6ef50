// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation
import StoreConfiguration
import StoreEngine
import StoreHost
public import StoreKit
import StoreLink

extension SKTestSession {
    /// The customer's transactions, newest first, after the purchases that wait for approval or were interrupted.
    public func allTransactions() -> [SKTestTransaction] {
        host.read { engine in
            engine.pendingPurchases.reversed().filter { $0.purchase.account == account }.map {
                SKTestTransaction($0, in: engine)
            } + engine.transactions(of: account).reversed().map { SKTestTransaction(engine[$0], in: engine) }
        }
    }

    /// Forgets all transactions of the customer.
    public func clearTransactions() {
        _ = try? host.perform(.clearHistory(account: account))
    }

    /// Lets the customer have introductory offers again that were used, as soon as the subscription is over.
    ///
    /// Only on Linux: Apple's session forgets them with all transactions.
    public func resetIntroductoryOfferEligibility() {
        _ = try? host.perform(.resetIntroductoryOffers(account: account))
    }

    /// Pays a purchase back.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, or `invalidAction` when it was refunded before.
    public func refundTransaction(identifier: UInt) throws {
        try perform(.refund(transaction: transaction(identifier).index, reason: .refundedForOtherReason))
    }

    /// Pays what could not be charged for a subscription, or lets an interrupted purchase go on.
    ///
    /// Its transaction arrives on `Transaction.updates`. When the time for another charge is over nothing changes.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` when nothing is owed.
    public func resolveIssueForTransaction(identifier: UInt) throws {
        if let pending = pendingPurchase(identifier) {
            try perform(.resolvePurchase(pending))
            return
        }
        let subscription = try subscription(of: identifier)
        if host.read({ $0[subscription].state.deadline == nil }) { return }
        try perform(.resolveBillingIssue(subscription: subscription))
    }

    /// Lets a subscription renew.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` when it is over.
    public func enableAutoRenewForTransaction(identifier: UInt) throws {
        try perform(.setAutoRenew(subscription: subscription(of: identifier), true))
    }

    /// Cancels a subscription: it ends with its period.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` when it is over.
    public func disableAutoRenewForTransaction(identifier: UInt) throws {
        try perform(.setAutoRenew(subscription: subscription(of: identifier), false))
    }

    /// Asks the customer of a subscription to agree to a higher price; the price itself stays what it is.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` when it does not renew
    ///   or the customer is asked already.
    public func requestPriceIncreaseConsentForTransaction(identifier: UInt) throws {
        try perform(.priceIncrease(.request(subscription: subscription(of: identifier), price: nil)))
    }

    /// Agrees to a higher price.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` when nobody asks.
    public func consentToPriceIncreaseForTransaction(identifier: UInt) throws {
        try perform(.priceIncrease(.agree(subscription: subscription(of: identifier))))
    }

    /// Does not agree to a higher price: the subscription ends with its period.
    ///
    /// - Throws: ``SKTestError``: `noTransactionFound`, `noSubscriptionFound`, or `invalidAction` when nobody asks.
    public func declinePriceIncreaseForTransaction(identifier: UInt) throws {
        try perform(.priceIncrease(.decline(subscription: subscription(of: identifier))))
    }

    /// Ends a subscription now, and cancels it.
    ///
    /// - Throws: ``SKTestError``: `noSubscriptionFound`, or `invalidAction` when it is over.
    public func expireSubscription(productIdentifier: String) throws {
        try perform(.expire(subscription: subscription(to: productIdentifier)))
    }

    /// Ends the present period of a subscription now and begins the next.
    ///
    /// - Throws: ``SKTestError``: `noSubscriptionFound`, or `invalidAction` when it is not active.
    public func forceRenewalOfSubscription(productIdentifier: String) throws {
        try perform(.renew(subscription: subscription(to: productIdentifier)))
    }

    /// Ends the present period of a subscription now and lets its renewal fail to charge, whatever the switches say.
    ///
    /// Only on Linux.
    ///
    /// - Parameter gracePeriodDays: How long the customer keeps access; without it the subscription is in billing retry at
    ///   once.
    /// - Throws: ``SKTestError``: `noSubscriptionFound`, or `invalidAction` when it is not active or does not renew.
    public func failRenewalOfSubscription(productIdentifier: String, gracePeriodDays: Int? = nil) throws {
        try perform(
            .failRenewal(
                subscription: subscription(to: productIdentifier), graceDays: gracePeriodDays.map { max(1, $0) }))
    }

    /// Buys a product outside the app: the transaction arrives on `Transaction.updates`.
    ///
    /// - Throws: ``SKTestError``: `invalidProductIdentifier`, or `invalidAction` when it cannot be bought.
    @discardableResult
    public func buyProduct(
        identifier: Product.ID, options: Set<Product.PurchaseOption> = []
    ) async throws -> StoreKit.Transaction {
        let past = options.purchaseDate.map { PastPurchase(date: StoreInstant($0.date), renews: $0.renews) }
        let outcome: Outcome
        do throws(Refusal) {
            outcome = try host.buyOutsideApp(options.request(for: identifier), by: account, past: past)
        } catch {
            throw SKTestError(error)
        }
        guard case .purchased(let index) = outcome else {
            throw SKTestError(
                .invalidAction, "The purchase of \(identifier) came to \(outcome)",
                fix: "Take back what stands in its way, such as a simulated error.")
        }
        // Not looked up among what the app knows: it may have finished the transaction already, or be another's.
        return try connection.transaction(signed: host.signedTransaction(index, for: connection.device))
    }

    /// Buys a product outside the app.
    ///
    /// - Throws: ``SKTestError``: `invalidProductIdentifier`, or `invalidAction` when it cannot be bought.
    @available(iOS, deprecated: 17.0, message: "Use buyProduct(identifier:options:) instead")
    public func buyProduct(productIdentifier: String) throws {
        try perform(.purchase(Command.Purchase(account: account, productID: productIdentifier)))
    }

    // MARK: - Time

    /// The store's time.
    public var now: Date {
        host.now.date
    }

    /// Moves the store's time ahead, doing everything that falls due on the way, in order.
    ///
    /// Only on Linux: Apple's store follows the clock on the wall.
    public func advance(by duration: Duration) {
        host.advance(by: Int64(exactly: (duration / .milliseconds(1)).rounded()) ?? .max)
    }

    /// Moves the store's time ahead to a date; a date in the past changes nothing.
    ///
    /// Only on Linux: Apple's store follows the clock on the wall.
    public func advance(to date: Date) {
        host.advance(to: StoreInstant(date))
    }

    // MARK: - Helpers

    @discardableResult
    func perform(_ command: Command) throws(SKTestError) -> Outcome {
        do throws(Refusal) {
            return try host.perform(command)
        } catch {
            throw SKTestError(error)
        }
    }

    func transaction(_ identifier: UInt) throws(SKTestError) -> TransactionRecord {
        guard let record = host.read({ $0.transaction(identifier: String(identifier)) }) else {
            throw SKTestError(
                .noTransactionFound, "There is no transaction \(identifier)",
                fix: "Use an identifier of allTransactions().")
        }
        return record
    }

    private func subscription(of identifier: UInt) throws(SKTestError) -> SubscriptionIndex {
        guard let subscription = try transaction(identifier).subscription else {
            throw SKTestError(
                .noSubscriptionFound, "Transaction \(identifier) is not of an auto-renewable subscription",
                fix: "Use the identifier of a subscription's transaction.")
        }
        return subscription
    }

    private func subscription(to productID: String) throws(SKTestError) -> SubscriptionIndex {
        let found = host.read { engine in
            engine[account].subscriptions.first {
                !engine[$0].isFamilyShared && engine.catalogue[engine[$0].product].product.id == productID
            }
        }
        guard let found else {
            throw SKTestError(
                .noSubscriptionFound, "The customer has no subscription to \(productID)", fix: "Buy it first.")
        }
        return found
    }
}
