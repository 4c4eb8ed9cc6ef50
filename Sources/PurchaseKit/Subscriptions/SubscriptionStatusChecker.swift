// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

/// Finds out how the customer stands in each subscription group.
public struct SubscriptionStatusChecker: Sendable {
    /// What the app's owner decides about access.
    public let policy: AccessPolicy
    private let products: ProductService?
    private let secondLook: Backoff
    private let now: @Sendable () -> Date

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - products: Knows the levels of service; without it a group's plans count as equal.
    ///   - policy: What the app's owner decides about access.
    ///   - secondLook: When to look again before believing that a subscription has just lapsed. Apple's systems say so for
    ///     up to 0.7 seconds at the end of every period, while they renew.
    ///   - now: The time, to tell a lapse that is fresh.
    public init(
        products: ProductService? = nil, policy: AccessPolicy = .standard,
        secondLook: Backoff = Backoff(pauses: [.seconds(1)]), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.products = products
        self.policy = policy
        self.secondLook = secondLook
        self.now = now
    }

    /// How the customer stands in a group.
    ///
    /// ``SubscriptionStatus/State/unknown`` when the store could not be asked, or when nothing it says can be relied on.
    public func checkStatus(ofGroup groupID: String) async -> SubscriptionStatus {
        await uncancelled { await look(groupID).status }
    }

    /// How the customer stands in the group of a product; `nil` for anything but a subscription.
    public func checkStatus(of product: Product) async -> SubscriptionStatus? {
        guard let groupID = product.subscription?.subscriptionGroupID else { return nil }
        return await checkStatus(ofGroup: groupID)
    }

    /// How the customer stands in a group, and what that was read from.
    struct Look: Sendable {
        var status: SubscriptionStatus
        var statuses: [Product.SubscriptionInfo.Status] = []
    }

    func look(_ groupID: String) async -> Look {
        var seen = await firstLook(groupID)
        for pause in secondLook.pauses where isDoubtful(seen.status) {
            guard (try? await secondLook.sleep(pause)) != nil else { break }
            seen = await firstLook(groupID)
        }
        return seen
    }

    private func firstLook(_ groupID: String) async -> Look {
        let statuses: [Product.SubscriptionInfo.Status]
        do {
            statuses = try await Product.SubscriptionInfo.status(for: groupID)
        } catch {
            return Look(status: SubscriptionStatus(.unknown, groupID: groupID))
        }
        let readings = statuses.compactMap(StatusReading.init)
        let status = SubscriptionStatus(
            choosingFrom: readings, hasOthers: readings.count < statuses.count, groupID: groupID,
            levels: readings.count > 1 ? await levels() : [:], policy: policy)
        return Look(status: status, statuses: statuses)
    }

    /// Whether a lapse is so fresh that it may be a renewal under way.
    private func isDoubtful(_ status: SubscriptionStatus) -> Bool {
        guard status.state == .expired, let end = status.expirationDate else { return false }
        return abs(now().timeIntervalSince(end)) < Self.freshness
    }

    private static let freshness: TimeInterval = 10

    private func levels() async -> [String: Int] {
        let products = (try? await products?.loadProducts()) ?? []
        return products.reduce(into: [:]) { $0[$1.id] = $1.subscription?.groupLevel }
    }
}
