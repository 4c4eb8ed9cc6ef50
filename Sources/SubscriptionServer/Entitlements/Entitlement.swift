// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel

/// Something a customer has access to at a moment.
struct Entitlement: Sendable, Hashable, Encodable {
    /// Its name in the map; without a map, the product that grants it.
    var id: String
    /// The first moment without it, as far as is known; `nil` for never.
    var expires: StoreInstant?
    /// Whether what grants it longest is to renew; `nil` where nothing renews.
    var willRenew: Bool?
    /// Whether it lasts only because a renewal that failed may yet succeed.
    var isInGracePeriod: Bool
    /// The products that grant it.
    var productIds: [String]
    /// Whether all of that was bought by another member of the family.
    var isFamilyShared: Bool
    /// Whether somebody granted it by hand.
    var isGrantedByHand: Bool

    static let schema = JSONSchema.object(
        [
            "id": .string, "expires": .date, "willRenew": .boolean, "isInGracePeriod": .boolean,
            "productIds": .array(.string), "isFamilyShared": .boolean, "isGrantedByHand": .boolean,
        ], required: ["id", "isInGracePeriod", "productIds", "isFamilyShared", "isGrantedByHand"])
}

extension Entitlement: JSONWritable {
    func write(to object: inout JSONObjectWriter) {
        object.add("expires", expires?.milliseconds)
        object.add("id", id)
        object.add("isFamilyShared", isFamilyShared)
        object.add("isGrantedByHand", isGrantedByHand)
        object.add("isInGracePeriod", isInGracePeriod)
        object.add("productIds", productIds)
        object.add("willRenew", willRenew)
    }
}

/// What a customer has access to, as it is answered: apps ask for nothing as often.
struct EntitlementList: JSONWritable {
    var entitlements: [Entitlement]

    func write(to object: inout JSONObjectWriter) {
        object.add("entitlements", entitlements)
    }
}

/// An entitlement that somebody gave by hand.
struct Grant: Sendable, Hashable {
    /// The server's number for it.
    var number: Int64
    /// What it grants.
    var entitlement: String
    /// Why, for people.
    var reason: String
    /// Where it counts.
    var environment: String
    /// From when on.
    var granted: StoreInstant
    /// Until when; `nil` for ever.
    var expires: StoreInstant?
    /// When it was taken back.
    var ended: StoreInstant?

    func isActive(at date: StoreInstant) -> Bool {
        ended == nil && granted <= date && expires.map { date < $0 } ?? true
    }
}

extension Entitlement {
    /// Everything a customer has access to: whoever loses one of several things that grant the same keeps it by the others.
    static func entitlements(
        of holdings: [Holding], grants: [Grant], map: EntitlementMap?, at now: StoreInstant
    ) -> [Entitlement] {
        var found: [String: Entitlement] = [:]
        func add(_ entitlement: Entitlement) {
            found[entitlement.id] = found[entitlement.id]?.joined(with: entitlement) ?? entitlement
        }
        // A consumable is used up and gives no access.
        for holding in holdings where holding.latest?.type != .consumable {
            guard let standing = Standing(latest: holding.latest, renewalInfo: holding.renewalInfo, at: now),
                standing.status.isEntitled, let product = standing.productID
            else { continue }
            for id in map.map({ $0.entitlements(of: product) }) ?? [product] {
                add(
                    Entitlement(
                        id: id, expires: standing.accessEnd, willRenew: standing.willRenew,
                        isInGracePeriod: standing.status == .billingGracePeriod, productIds: [product],
                        isFamilyShared: holding.latest?.inAppOwnershipType == .familyShared, isGrantedByHand: false))
            }
        }
        for grant in grants where grant.isActive(at: now) {
            add(
                Entitlement(
                    id: grant.entitlement, expires: grant.expires, willRenew: nil, isInGracePeriod: false,
                    productIds: [], isFamilyShared: false, isGrantedByHand: true))
        }
        return found.values.sorted { $0.id < $1.id }
    }

    private func joined(with other: Entitlement) -> Entitlement {
        // Of two, that which lasts longer says how it goes on; of two that last equally long, the one that renews.
        let isLonger = (rank, willRenew == true ? 1 : 0) >= (other.rank, other.willRenew == true ? 1 : 0)
        var joined = isLonger ? self : other
        joined.productIds = Set(productIds + other.productIds).sorted()
        joined.isInGracePeriod = isInGracePeriod && other.isInGracePeriod
        joined.isFamilyShared = isFamilyShared && other.isFamilyShared
        joined.isGrantedByHand = isGrantedByHand || other.isGrantedByHand
        return joined
    }

    private var rank: Int64 { expires?.milliseconds ?? .max }
}
