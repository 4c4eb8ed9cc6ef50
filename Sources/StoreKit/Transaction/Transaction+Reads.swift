// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension Transaction {
    /// Everything the customer ever bought in this app, newest first.
    ///
    /// Consumables are left out once they are finished, unless they were refunded.
    public static var all: Transactions { Transactions { $0.all() } }

    /// ``all`` of one product.
    public static func all(for productID: String) -> Transactions {
        Transactions { ledger in ledger.all().filter { $0.unsafePayloadValue.productID == productID } }
    }

    /// What the customer has a right to now.
    ///
    /// Non-consumables, subscriptions that are paid or in a grace period, and non-renewing subscriptions for ever;
    /// nothing that was refunded and no consumables.
    public static var currentEntitlements: Transactions { Transactions { $0.entitlements() } }

    /// What gives the customer a right to one product: one transaction at most.
    public static func currentEntitlements(for productID: String) -> Transactions {
        Transactions { ledger in ledger.entitlement(productID: productID).map { [$0] } ?? [] }
    }

    /// What gives the customer a right to one product.
    @available(iOS, deprecated: 18.4, message: "Use the currentEntitlements(for:) method instead.")
    public static func currentEntitlement(for productID: String) async -> VerificationResult<Transaction>? {
        await StoreCenter.current.known { $0.entitlement(productID: productID) } ?? nil
    }

    /// The newest transaction of a product, also when it has expired or was refunded.
    public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
        await StoreCenter.current.known { $0.latest(productID: productID) } ?? nil
    }

    /// What the app has not finished yet, newest first.
    public static var unfinished: Transactions { Transactions { $0.unfinished() } }

    /// What is bought, renewed or taken back outside this device's own purchases, as it happens.
    ///
    /// Iterating begins with everything unfinished. The sequence never ends by itself; cancelling the task that
    /// iterates ends it. It waits for a store to be connected and follows when another one is.
    public static var updates: Transactions { Transactions(.updates(.current)) }

    /// Marks the transaction as delivered; it is not shown at the next launch any more.
    ///
    /// Harmless for a transaction that is finished already. If the store cannot be reached, it is told later.
    public func finish() async {
        await source.client?.finish(id)
    }

    /// The status of the subscription the transaction belongs to, which may have newer transactions.
    ///
    /// `nil` for anything but auto-renewable subscriptions.
    public var subscriptionStatus: Product.SubscriptionInfo.Status? {
        get async { await StoreCenter.current.known { $0.status(transactionID: id) } ?? nil }
    }
}

extension Product {
    /// The newest transaction of the product, also when it has expired or was refunded.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await Transaction.latest(for: id) }
    }

    /// What gives the customer a right to the product.
    @available(iOS, deprecated: 18.4, message: "Use the currentEntitlements property instead.")
    public var currentEntitlement: VerificationResult<Transaction>? {
        get async { await Transaction.currentEntitlement(for: id) }
    }

    /// What gives the customer a right to the product.
    public var currentEntitlements: Transaction.Transactions { Transaction.currentEntitlements(for: id) }
}
