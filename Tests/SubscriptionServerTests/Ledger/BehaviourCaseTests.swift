// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import Testing

/// Faults that others reported of their servers, with the answer that is right.
@Suite struct BehaviourCaseTests {
    private static let month = Sale.month
    private static let opening = Sale.opening

    private func subscription(_ backend: Backend) async throws -> JSON {
        let answer = try await backend.ask(.get, "/v1/customers/1000/subscriptions")
        #expect(answer["subscriptions"].array.count == 1)
        return answer["subscriptions"][0]
    }

    @Test func `Case 17: in a grace period access ends with the grace period`() async throws {
        let backend = try await Backend()
        let failed = Self.opening + Self.month
        let grace = failed + 16 * 86_400_000
        var info = Sale.renewalInfo(signedAt: failed)
        info.isInBillingRetryPeriod = true
        info.gracePeriodExpiresDate = grace.date
        let text = try backend.signedNotification(
            .didFailToRenew, .gracePeriod, signedAt: failed, Sale.transaction(signedAt: failed), info)
        #expect(try await backend.notify(text) == 200)
        backend.advance(to: failed + 1)
        let during = try await subscription(backend)
        #expect(during["status"].string == "inGracePeriod" && during["isEntitled"].bool == true)
        #expect(during["accessEnd"].int == grace.milliseconds)
        let entitled = try await backend.ask(.get, "/v1/customers/1000/entitlements")["entitlements"].array
        #expect(entitled.map { $0["isInGracePeriod"].bool } == [true])
        backend.advance(to: grace)
        #expect(try await subscription(backend)["isEntitled"].bool == false)
    }

    @Test func `Case 18: billing retry without grace gives no access, and recovery does`() async throws {
        let backend = try await Backend()
        let failed = Self.opening + Self.month
        var info = Sale.renewalInfo(signedAt: failed)
        info.isInBillingRetryPeriod = true
        info.expirationIntent = .billingError
        let text = try backend.signedNotification(
            .didFailToRenew, signedAt: failed, Sale.transaction(signedAt: failed), info)
        #expect(try await backend.notify(text) == 200)
        backend.advance(to: failed + 1)
        let retrying = try await subscription(backend)
        #expect(retrying["status"].string == "inBillingRetryPeriod" && retrying["isEntitled"].bool == false)
        #expect(retrying["expirationIntent"].int == 2)
        let recovered = try backend.signedNotification(
            .didRenew, .billingRecovery, signedAt: failed + Self.month,
            Sale.transaction(id: "1001", period: 2), Sale.renewalInfo(period: 2))
        #expect(try await backend.notify(recovered) == 200)
        backend.advance(to: Self.opening + 2 * Self.month + 1)
        #expect(try await subscription(backend)["status"].string == "active")
    }

    @Test func `Case 26: what another product still grants stays`() async throws {
        let backend = try await Backend()
        let map = #"{"entitlements": {"plus": ["monthly", "lifetime"]}}"#
        #expect(try await backend.ask(.put, "/v1/entitlements", map).status == 200)
        let token = UUID()
        var lifetime = Sale.transaction(id: "2000", original: "2000", product: "lifetime", token: token)
        lifetime.expiresDate = nil
        lifetime.type = .nonConsumable
        _ = try await backend.verify(try backend.sign(lifetime))
        _ = try await backend.verify(try backend.sign(Sale.transaction(token: token)))
        let path = "/v1/customers/\(token.uuidString)/entitlements"
        let both = try await backend.ask(.get, path)["entitlements"]
        #expect(both.array.count == 1 && both[0]["productIds"].array.count == 2)
        backend.advance(to: Self.opening + 2 * Self.month)
        let one = try await backend.ask(.get, path)["entitlements"]
        #expect(one.array.map { $0["id"].string } == ["plus"])
        #expect(one[0]["productIds"].array.map(\.string) == ["lifetime"])
        #expect(one[0]["expires"].int == nil)
    }

    @Test func `Case 33: what was upgraded from counts no more`() async throws {
        let backend = try await Backend()
        let upgrade = Self.opening + 86_400_000
        var old = Sale.transaction(signedAt: upgrade)
        old.isUpgraded = true
        var new = Sale.transaction(id: "1001", product: "pro", signedAt: upgrade)
        new.purchaseDate = upgrade.date
        for payload in [new, old] { _ = try await backend.verify(try backend.sign(payload)) }
        let entitled = try await backend.ask(.get, "/v1/customers/1000/entitlements")["entitlements"].array
        #expect(entitled.map { $0["id"].string } == ["pro"])
        let all = try await backend.ask(.get, "/v1/customers/1000/transactions")["transactions"].array
        #expect(Set(all.map { $0["productId"].string }) == ["monthly", "pro"])
    }

    @Test func `Case 35: whether a subscription renews, and into what, is shown`() async throws {
        let backend = try await Backend()
        let bought = try backend.signedNotification(.subscribed, .initialBuy, Sale.transaction(), Sale.renewalInfo())
        var info = Sale.renewalInfo(signedAt: Self.opening + 1)
        info.autoRenewProductId = "weekly"
        let chosen = try backend.signedNotification(
            .didChangeRenewalPref, .downgrade, signedAt: Self.opening + 1, Sale.transaction(), info)
        let off = try backend.signedNotification(
            .didChangeRenewalStatus, .autoRenewDisabled, signedAt: Self.opening + 2, Sale.transaction(),
            Sale.renewalInfo(signedAt: Self.opening + 2, isOn: false))
        for (text, willRenew, product) in [
            (bought, true, "monthly"), (chosen, true, "weekly"), (off, false, "monthly"),
        ] {
            #expect(try await backend.notify(text) == 200)
            let shown = try await subscription(backend)
            #expect(shown["willRenew"].bool == willRenew && shown["renewsInto"].string == product)
            #expect(shown["productId"].string == "monthly")
        }
    }

    @Test func aChangeOfProductHasFromAndTo() async throws {
        let upgrade = Self.opening + 86_400_000
        for isLate in [false, true] {
            let backend = try await Backend()
            var new = Sale.transaction(id: "1001", product: "pro", signedAt: upgrade)
            new.purchaseDate = upgrade.date
            let bought = try backend.signedNotification(
                .subscribed, .initialBuy, Sale.transaction(), Sale.renewalInfo())
            let changed = try backend.signedNotification(
                .didChangeRenewalPref, .upgrade, signedAt: upgrade, new,
                Sale.renewalInfo(product: "pro", signedAt: upgrade))
            for text in isLate ? [changed, bought] : [bought, changed] {
                #expect(try await backend.notify(text) == 200)
            }
            let events = try await backend.ask(.get, "/v1/events")["events"].array
            let change = try #require(events.first { $0["type"].string == "product_change" })
            #expect(change["previousProductId"].string == "monthly" && change["productId"].string == "pro")
            let timeline = try await backend.ask(.get, "/v1/customers/1000/timeline")["timeline"].array
            #expect(timeline.first { $0["kind"].string == "product_change" }?["detail"].string == "from monthly")
        }
    }

    @Test func `Case 36: a refund of a known transaction takes the access away`() async throws {
        let backend = try await Backend()
        let text = try backend.signedNotification(.subscribed, .initialBuy, Sale.transaction(), Sale.renewalInfo())
        #expect(try await backend.notify(text) == 200)
        var refunded = Sale.transaction(signedAt: Self.opening + 1000)
        refunded.revocationDate = (Self.opening + 1000).date
        refunded.revocationReason = .refundedForOtherReason
        let refund = try backend.signedNotification(.refund, signedAt: Self.opening + 1000, refunded)
        #expect(try await backend.notify(refund) == 200)
        backend.advance(to: Self.opening + 2000)
        let after = try await subscription(backend)
        #expect(after["status"].string == "revoked" && after["isEntitled"].bool == false)
        // Case 38: through every layer.
        #expect(after["revocationDate"].int == (Self.opening + 1000).milliseconds)
        let kept = try await backend.ask(.get, "/v1/customers/1000/transactions")["transactions"]
        #expect(kept[0]["revocationReason"].int == 0)
    }

    @Test func `Case 37: the refund of a past period leaves the subscription alone`() async throws {
        let backend = try await Backend()
        let renewed = try backend.signedNotification(
            .didRenew, signedAt: Self.opening + Self.month, Sale.transaction(id: "1001", period: 1),
            Sale.renewalInfo(period: 1))
        #expect(try await backend.notify(renewed) == 200)
        let date = Self.opening + Self.month + 1000
        var past = Sale.transaction(signedAt: date)
        past.revocationDate = date.date
        let refund = try backend.signedNotification(
            .refund, signedAt: date, past, Sale.renewalInfo(period: 1, signedAt: date))
        #expect(try await backend.notify(refund) == 200)
        backend.advance(to: date)
        #expect(try await subscription(backend)["status"].string == "active")
    }

    @Test func `The feed tells when grace is over, and with it the access`() async throws {
        let backend = try await Backend()
        var info = Sale.renewalInfo()
        info.isInBillingRetryPeriod = true
        info.gracePeriodExpiresDate = (Sale.opening + Sale.month + 16 * 86_400_000).date
        let failed = try backend.signedNotification(
            .didFailToRenew, .gracePeriod, signedAt: Sale.opening + Sale.month, Sale.transaction(), info)
        #expect(try await backend.notify(failed) == 200)
        info.gracePeriodExpiresDate = nil
        let over = Sale.opening + Sale.month + 16 * 86_400_000
        info.signedDate = over.date
        let ended = try backend.signedNotification(
            .gracePeriodExpired, signedAt: over, Sale.transaction(signedAt: over), info)
        #expect(try await backend.notify(ended) == 200)
        let events = try await backend.ask(.get, "/v1/events")["events"].array
        #expect(events.map { $0["type"].string } == ["initial_purchase", "billing_issue", "grace_period_expired"])
        #expect(events.last?["date"].int == over.milliseconds)
    }

    @Test func `Case 39: who leaves the family loses what the family had`() async throws {
        let backend = try await Backend()
        var shared = Sale.transaction()
        shared.inAppOwnershipType = .familyShared
        _ = try await backend.verify(try backend.sign(shared))
        let path = "/v1/customers/1000/entitlements"
        #expect(try await backend.ask(.get, path)["entitlements"][0]["isFamilyShared"].bool == true)
        shared.revocationDate = (Self.opening + 5).date
        shared.signedDate = (Self.opening + 5).date
        let revoke = try backend.signedNotification(.revoke, signedAt: Self.opening + 5, shared)
        #expect(try await backend.notify(revoke) == 200)
        #expect(try await backend.ask(.get, path)["entitlements"].array.isEmpty)
        // Nobody was paid anything back.
        let events = try await backend.ask(.get, "/v1/events")["events"].array.map { $0["type"].string }
        #expect(events == ["initial_purchase", "revocation"])
    }

    @Test func `Case 70: an older notification that comes late changes nothing`() async throws {
        let backend = try await Backend()
        let off = try backend.signedNotification(
            .didChangeRenewalStatus, .autoRenewDisabled, signedAt: Self.opening + 2, Sale.transaction(),
            Sale.renewalInfo(signedAt: Self.opening + 2, isOn: false))
        let bought = try backend.signedNotification(.subscribed, .initialBuy, Sale.transaction(), Sale.renewalInfo())
        for text in [off, bought] { #expect(try await backend.notify(text) == 200) }
        #expect(try await subscription(backend)["willRenew"].bool == false)
    }

    @Test func `Case 74: two notifications at once make one subscription`() async throws {
        let backend = try await Backend()
        let bought = try backend.signedNotification(.subscribed, .initialBuy, Sale.transaction(), Sale.renewalInfo())
        let off = try backend.signedNotification(
            .didChangeRenewalStatus, .autoRenewDisabled, signedAt: Self.opening + 2, Sale.transaction(),
            Sale.renewalInfo(signedAt: Self.opening + 2, isOn: false))
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                for text in [bought, off] { group.addTask { try await backend.notify(text) } }
            }
            for try await status in group { #expect(status == 200) }
        }
        #expect(try await subscription(backend)["willRenew"].bool == false)
        let timeline = try await backend.ask(.get, "/v1/customers/1000/timeline")["timeline"].array
        #expect(timeline.filter { $0["kind"].string == "initial_purchase" }.count == 1)
    }

    @Test func `Case 75: a consumable is credited from its notification alone, once`() async throws {
        let backend = try await Backend()
        let map = #"{"entitlements": {}, "credits": {"coins": {"currency": "gold", "amount": 100}}}"#
        _ = try await backend.ask(.put, "/v1/entitlements", map)
        let sold = try backend.signedNotification(.oneTimeCharge, nil, Sale.coins(id: "7", quantity: 2))
        #expect(try await backend.notify(sold) == 200)
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7", quantity: 2)))
        #expect(try await backend.ask(.get, "/v1/customers/7/balances")["balances"]["gold"].int == 200)
    }

    @Test func `Case 77: a later account token adopts the record, whichever comes first`() async throws {
        let token = UUID()
        let without = Sale.transaction()
        let with = Sale.transaction(id: "1001", period: 1, token: token)
        for order in [[without, with], [with, without]] {
            let backend = try await Backend()
            for payload in order { _ = try await backend.verify(try backend.sign(payload)) }
            let byToken = try await backend.ask(.get, "/v1/customers/\(token)")
            #expect(byToken.status == 200)
            #expect(try await backend.ask(.get, "/v1/customers/1000")["id"].string == byToken["id"].string)
            #expect(byToken["subscriptions"].array.count == 1)
        }
    }

    @Test func `Case 78: who posts a purchase reads it in the answer`() async throws {
        let backend = try await Backend()
        let answer = try await backend.verify(try backend.sign(Sale.transaction()))
        #expect(answer["isValid"].bool == true && answer["subscriptionStatus"].string == "active")
        #expect(answer["entitlements"].array.map { $0["id"].string } == ["monthly"])
    }
}
