// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreKit

/// What a ``SubscriptionService`` is made of.
public struct SubscriptionServiceParts: Sendable {
    /// Loads what is sold.
    public var products: ProductService
    /// Buys and delivers.
    public var manager: PurchaseManager
    /// Which products back which entitlement.
    public var entitlements: EntitlementMap
    /// Reads how the customer stands.
    public var checker: SubscriptionStatusChecker
    /// Keeps what the store said for times without it; `nil` keeps nothing.
    public var offline: OfflineCapabilityManager?
    /// Words errors.
    public var errors: PurchaseErrorHandler
    /// The time.
    public var now: @Sendable () -> Date

    /// Creates parts.
    ///
    /// - Parameters:
    ///   - products: Loads what is sold.
    ///   - manager: Buys and delivers.
    ///   - entitlements: Which products back which entitlement.
    ///   - checker: Reads how the customer stands; `nil` makes one with Apple's policy.
    ///   - offline: Keeps what the store said; `nil` keeps nothing.
    ///   - errors: Words errors.
    ///   - now: The time.
    public init(
        products: ProductService, manager: PurchaseManager, entitlements: EntitlementMap = [:],
        checker: SubscriptionStatusChecker? = nil, offline: OfflineCapabilityManager? = nil,
        errors: PurchaseErrorHandler = PurchaseErrorHandler(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.products = products
        self.manager = manager
        self.entitlements = entitlements
        self.checker = checker ?? SubscriptionStatusChecker(products: products, now: now)
        self.offline = offline
        self.errors = errors
        self.now = now
    }
}

extension SubscriptionServiceParts {
    /// What a reading brought.
    struct Fresh: Sendable {
        var snapshot: ShopSnapshot
        /// Why there is nothing to sell.
        var failure: (any Error)?
    }

    /// Reads everything; what could not be read stays as it was.
    func read(after last: ShopSnapshot) async -> Fresh {
        await uncancelled {
            var fresh = Fresh(snapshot: last)
            await readCatalogue(into: &fresh)
            let catalogue = fresh.snapshot.products
            let groupIDs = Set(catalogue.compactMap { $0.subscription?.subscriptionGroupID })
                .union(entitlements.entries.values.flatMap(\.groups)).union(last.subscriptionStatuses.keys)
            let now = now()
            var reading = await AccessReading.read(
                groupIDs: groupIDs, recent: await manager.recentTransactions(), with: checker, now: now)
            // Without a group there was nothing to ask that could have failed: an empty listing may mean anything.
            if reading.statuses.isEmpty, reading.grants.isEmpty, fresh.failure != nil { reading.isReliable = false }
            await take(reading, into: &fresh.snapshot, now)
            fresh.snapshot.entitlements = entitlements.entitlements(from: fresh.snapshot.grants, at: now)
            fresh.snapshot.pendingPurchases = await manager.pendingPurchases
            return fresh
        }
    }

    private func readCatalogue(into fresh: inout Fresh) async {
        do {
            let catalogue = try await products.loadCatalogue()
            fresh.snapshot.products = catalogue.products
            fresh.snapshot.unknownProductIDs = catalogue.unknownIDs
            fresh.snapshot.isCatalogueOutdated = catalogue.isOutdated
        } catch {
            fresh.failure = error
        }
    }

    private func take(_ reading: AccessReading, into snapshot: inout ShopSnapshot, _ now: Date) async {
        for (groupID, status) in reading.statuses where status.state != .unknown || !snapshot.knows(groupID) {
            snapshot.subscriptionStatuses[groupID] = status
        }
        if reading.isReliable {
            snapshot.grants = reading.grants
            snapshot.knowledge = .current
            await offline?.keep(reading)
            return
        }
        // What could not be asked is no reason to take anything away.
        var remembered = snapshot.grants
        switch snapshot.knowledge {
        case .current:
            snapshot.knowledge = .remembered(now)
        case .remembered:
            break
        case .unknown:
            guard case .known(let grants, let date)? = await offline?.cachedEntitlements() else { break }
            remembered = grants
            snapshot.knowledge = .remembered(date)
        }
        let known = Set(reading.grants.map(\.productID))
        snapshot.grants = (reading.grants + remembered.filter { !known.contains($0.productID) }).filter {
            snapshot.lasts($0, at: now)
        }
        if !reading.grants.isEmpty, snapshot.knowledge == .unknown { snapshot.knowledge = .remembered(now) }
    }
}

extension ShopSnapshot {
    fileprivate func knows(_ groupID: String) -> Bool {
        subscriptionStatuses[groupID].map { $0.state != .unknown } ?? false
    }

    /// Whether a grant still counts while the store cannot be asked: what was going to renew is believed to have.
    fileprivate func lasts(_ grant: Grant, at now: Date) -> Bool {
        guard case .subscription(let groupID) = grant.kind, let end = grant.accessEndDate, end <= now else {
            return true
        }
        return subscriptionStatuses[groupID]?.willRenew ?? false
    }
}
