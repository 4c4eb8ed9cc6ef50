// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

/// Everything a view shows of the shop, as of one moment: its parts always agree.
public struct ShopSnapshot: Sendable {
    /// How the customer stands in a subscription group.
    public typealias SubscriptionStatus = SubscriptionStatusChecker.SubscriptionStatus

    /// How well it is known what the customer may use.
    public enum Knowledge: Hashable, Sendable {
        /// Not at all: nothing could be asked yet, and nothing was kept. Neither grant nor refuse; wait.
        case unknown
        /// The store said so.
        case current
        /// The store cannot be reached; this is what it said then.
        case remembered(Date)
    }

    /// What is sold, cheapest first.
    public internal(set) var products: [Product] = []
    /// Identifiers that the store does not sell here.
    public internal(set) var unknownProductIDs: [String] = []
    /// Whether products or prices are an earlier answer of a store that cannot be reached.
    public internal(set) var isCatalogueOutdated = false
    /// What the customer has.
    public internal(set) var grants: [Grant] = []
    /// What the customer may use.
    public internal(set) var entitlements: [Entitlement] = []
    /// How the customer stands, by subscription group.
    public internal(set) var subscriptionStatuses: [String: SubscriptionStatus] = [:]
    /// What waits for somebody to act.
    public internal(set) var pendingPurchases: [PendingPurchase] = []
    /// What the customer chose in the App Store and the app has to sell, oldest first; one for each product.
    public internal(set) var purchaseIntents: [PurchaseIntent] = []
    /// What the customer should hear of, if anything.
    public internal(set) var lastError: UserFacingError?
    /// How well it is known what the customer may use.
    public internal(set) var knowledge = Knowledge.unknown
    /// Counts the snapshots of one service.
    public internal(set) var revision = 0

    /// The products the customer has a right to.
    public var purchasedProductIDs: Set<String> { Set(grants.map(\.productID)) }

    /// How the customer stands in the one group the app has; of several, one that gives access.
    public var subscriptionStatus: SubscriptionStatus? {
        let statuses = subscriptionStatuses.keys.sorted().compactMap { subscriptionStatuses[$0] }
        return statuses.first(where: \.isActive) ?? statuses.first { $0.state != .none } ?? statuses.first
    }

    /// Whether the customer may use something, by the identifier it has in the ``EntitlementMap``.
    public func isEntitled(to entitlementID: String) -> Bool {
        entitlements.contains { $0.id == entitlementID }
    }
}
