// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
public import Foundation
import StoreConfiguration
import StoreEngine
public import StoreKit

// Unchecked, because a class that others may inherit from cannot be checked. Every stored property is a constant of a
// Sendable type; what a subclass adds is for it to guard.
/// A transaction as the test session sees it.
open class SKTestTransaction: NSObject, @unchecked Sendable {
    /// The transaction's identifier.
    public let identifier: UInt
    /// The identifier of the first transaction of the product or subscription group.
    public let originalTransactionIdentifier: UInt
    /// The product that was bought.
    public let productIdentifier: String
    /// Where it stands: `deferred` while it waits for approval, `failed` after an interruption, else `purchased`.
    public let state: SKPaymentTransactionState
    /// When it was bought or renewed.
    public let purchaseDate: Date
    /// When it was taken back; `nil` while it stands.
    public let cancelDate: Date?
    /// When the period ends; only auto-renewable subscriptions have one.
    public let expirationDate: Date?
    /// Whether the subscription renews by itself.
    public let autoRenewingEnabled: Bool
    /// Whether the renewal could not be charged.
    public let hasPurchaseIssue: Bool
    /// Whether the customer is asked to agree to a higher price and has not answered.
    public let isPendingPriceIncreaseConsent: Bool
    /// Whether the purchase waits for somebody to approve it.
    public let pendingAskToBuyConfirmation: Bool

    init(_ record: TransactionRecord, in engine: Engine) {
        let subscription = record.subscription.map { engine[$0] }
        identifier = UInt(engine.identifier(of: record.index)) ?? 0
        originalTransactionIdentifier = UInt(engine.identifier(of: record.original)) ?? 0
        productIdentifier = engine.catalogue[record.product].product.id
        state = .purchased
        purchaseDate = record.purchaseDate.date
        cancelDate = record.revocation?.date.date
        expirationDate = record.expiresDate?.date
        pendingAskToBuyConfirmation = false
        autoRenewingEnabled = subscription?.autoRenews ?? false
        isPendingPriceIncreaseConsent =
            subscription.map {
                $0.latest == record.index && engine.renewal(of: $0).priceIncrease == .customerHasNotResponded
            } ?? false
        switch subscription?.state {
        case .gracePeriod, .billingRetry: hasPurchaseIssue = subscription?.latest == record.index
        case .active, .expired, .revoked, nil: hasPurchaseIssue = false
        }
    }

    init(_ pending: PendingPurchase, in engine: Engine) {
        identifier = UInt(engine.identifier(of: pending.id))
        originalTransactionIdentifier = identifier
        productIdentifier = pending.purchase.productID
        state = pending.reason == .askToBuy ? .deferred : .failed
        purchaseDate = pending.since.date
        cancelDate = nil
        expirationDate = nil
        autoRenewingEnabled = false
        hasPurchaseIssue = pending.reason == .interruption
        pendingAskToBuyConfirmation = pending.reason == .askToBuy
        isPendingPriceIncreaseConsent = false
    }

    /// Product, identifier and dates in one line.
    open override var description: String {
        let end = expirationDate.map { " until \($0)" } ?? ""
        return
            "\(productIdentifier) #\(identifier) of \(purchaseDate)\(end)\(cancelDate.map { ", revoked \($0)" } ?? "")"
    }
}
