// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Something the customer may use now, and why.
public struct Entitlement: Identifiable, Hashable, Sendable {
    /// The entitlement's identifier in the ``EntitlementMap``.
    public let id: String
    /// What backs it, the longest lasting first.
    public let grants: [Grant]
    /// When it ends unless something happens; `nil` if it does not end, or nobody knows when.
    public let endDate: Date?
    /// Whether the customer has it through Family Sharing alone.
    public let isFamilyShared: Bool
}

extension EntitlementMap {
    /// What the customer may use.
    ///
    /// - Parameters:
    ///   - grants: Everything the customer has.
    ///   - now: The time at which passes are judged; all else is as StoreKit says, which knows better than a clock.
    public func entitlements(from grants: some Sequence<Grant>, at now: Date) -> [Entitlement] {
        let grants = valid(Array(grants), at: now)
        return entries.keys.sorted().compactMap { id in
            let backing = grants.filter { entries[id]?.isBacked(by: $0) ?? false }
            guard !backing.isEmpty else { return nil }
            let sorted = backing.sorted {
                ($0.end, $1.isFamilyShared ? 1 : 0, $0.transactionID) > (
                    $1.end, $0.isFamilyShared ? 1 : 0, $1.transactionID
                )
            }
            return Entitlement(
                id: id, grants: sorted, endDate: sorted.first?.accessEndDate,
                isFamilyShared: sorted.allSatisfy(\.isFamilyShared))
        }
    }

    /// Gives passes their ends, one after the other, and leaves out those that are over.
    private func valid(_ grants: [Grant], at now: Date) -> [Grant] {
        var ends: [String: Date] = [:]
        return grants.sorted { ($0.purchaseDate, $0.transactionID) < ($1.purchaseDate, $1.transactionID) }.compactMap {
            guard $0.kind == .nonRenewing, let length = passes[$0.productID] else { return $0 }
            let start = max($0.purchaseDate, ends[$0.productID] ?? .distantPast)
            let end = length.end(from: start, times: max(1, $0.quantity))
            ends[$0.productID] = end
            return end > now ? $0.ending(end) : nil
        }
    }
}

extension EntitlementMap.Entry {
    fileprivate func isBacked(by grant: Grant) -> Bool {
        guard acceptsFamilySharing || !grant.isFamilyShared else { return false }
        if products.contains(grant.productID) { return true }
        if case .subscription(let groupID) = grant.kind { return groups.contains(groupID) }
        return false
    }
}

extension Grant {
    fileprivate var end: Date { accessEndDate ?? .distantFuture }

    fileprivate func ending(_ end: Date) -> Self {
        Grant(
            productID: productID, kind: kind, transactionID: transactionID, purchaseDate: purchaseDate,
            accessEndDate: end, quantity: quantity, isFamilyShared: isFamilyShared)
    }
}
