// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

/// Brings back what the customer bought before, on another device or before the app was deleted.
public actor RestoreManager {
    /// One product that was found.
    public struct RestoredProduct: Hashable, Sendable {
        /// The product.
        public let productID: String
        /// The kind of product.
        public let productType: Product.ProductType
        /// The transactions that give a right to it; several for passes bought several times.
        public let transactionIDs: [UInt64]
        /// When the right ends; `nil` for what is kept.
        public let expirationDate: Date?
        /// Whether a family member shares it.
        public let isFamilyShared: Bool
    }

    /// What was found.
    public struct RestoreResult: Hashable, Sendable {
        /// What the customer has a right to, by product.
        public let products: [RestoredProduct]
        /// Products that could not be handed out yet; it is tried again.
        public let undeliveredProductIDs: Set<String>
        /// Products that are listed, and that nobody vouches for.
        public let unverifiedProductIDs: Set<String>

        /// Products that are bought once and kept, and passes.
        public var restoredProducts: [String] {
            products.filter { $0.productType != .autoRenewable }.map(\.productID)
        }
        /// Subscriptions that run, also in a grace period.
        public var activeSubscriptions: [String] {
            products.filter { $0.productType == .autoRenewable }.map(\.productID)
        }
    }

    /// How restoring ended.
    public enum RestoreOutcome: Hashable, Sendable {
        /// Something was found.
        case restored(RestoreResult)
        /// The store was asked, and the customer owns nothing.
        case nothingToRestore
        /// The customer did not sign in.
        case cancelled
    }

    private let manager: PurchaseManager
    private let checker: SubscriptionStatusChecker
    private let sync: @Sendable () async throws -> Void
    private var running: Task<RestoreOutcome, any Error>?

    /// Creates a manager.
    ///
    /// - Parameters:
    ///   - manager: Delivers what is found.
    ///   - checker: Reads how long subscriptions last.
    ///   - sync: Asks the customer to sign in and the store for everything they own.
    public init(
        manager: PurchaseManager, checker: SubscriptionStatusChecker = SubscriptionStatusChecker(),
        sync: @escaping @Sendable () async throws -> Void = { try await AppStore.sync() }
    ) {
        self.manager = manager
        self.checker = checker
        self.sync = sync
    }

    /// Restores; call it only when the customer asks for it, for they may have to sign in.
    ///
    /// - Throws: `StoreKitError` when the store cannot be reached.
    public func restorePurchases() async throws -> RestoreOutcome {
        if let running { return try await running.value }
        let running = Task { try await self.restore() }
        self.running = running
        defer { self.running = nil }
        return try await running.value
    }

    private func restore() async throws -> RestoreOutcome {
        do {
            try await sync()
        } catch StoreKitError.userCancelled {
            return .cancelled
        }
        await manager.deliverUnfinished()
        var found: [String: [Transaction]] = [:]
        var undelivered: Set<String> = []
        var unverified: Set<String> = []
        for signed in await Transaction.currentEntitlements.oldestFirst() {
            switch await manager.take(signed, isRestored: true) {
            case .delivered(let transaction), .known(let transaction):
                found[transaction.productID, default: []].append(transaction)
            case .undelivered(let transaction, _):
                found[transaction.productID, default: []].append(transaction)
                undelivered.insert(transaction.productID)
            case .unverified(let transaction, _):
                unverified.insert(transaction.productID)
            }
        }
        guard !found.isEmpty || !unverified.isEmpty else { return .nothingToRestore }
        var products: [RestoredProduct] = []
        for transactions in found.values {
            guard let latest = transactions.last else { continue }
            products.append(
                RestoredProduct(
                    productID: latest.productID, productType: latest.productType,
                    transactionIDs: transactions.map(\.id), expirationDate: await end(of: latest),
                    isFamilyShared: transactions.allSatisfy { $0.ownershipType == .familyShared }))
        }
        return .restored(
            RestoreResult(
                products: products.sorted { $0.productID < $1.productID }, undeliveredProductIDs: undelivered,
                unverifiedProductIDs: unverified))
    }

    /// When the right to a subscription ends, which in a grace period is later than the transaction says.
    private func end(of transaction: Transaction) async -> Date? {
        guard let groupID = transaction.subscriptionGroupID else { return transaction.expirationDate }
        let status = await checker.checkStatus(ofGroup: groupID)
        return status.transactionID == transaction.id ? status.accessEndDate : transaction.expirationDate
    }
}
