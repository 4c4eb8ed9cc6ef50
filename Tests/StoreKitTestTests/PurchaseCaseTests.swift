// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

/// What becomes of purchases from beginning to end, as an app sees it.
@Suite struct PurchaseCaseTests {
    @Test("A subscription that is held is handed back, and one that has lapsed is bought anew")  // Case 5
    func again() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            #expect(try await buy("corner.plus.monthly").id == first.id)
            #expect(session.allTransactions().count == 1)
            #expect(session.allNotifications().map(\.type) == ["SUBSCRIBED"])
            try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
            session.advance(to: try #require(first.expirationDate))
            let second = try await buy("corner.plus.monthly")
            #expect(second.id != first.id)
            #expect(second.originalID == first.id)
            #expect(second.originalPurchaseDate == first.purchaseDate)
            #expect(try #require(second.expirationDate) > session.now)
            #expect(second.reason == .purchase)
            #expect(session.allTransactions().count == 2)
        }
    }

    // Case 32
    @Test(
        "A downgrade and a change to another duration are accepted, and happen with the renewal",
        arguments: ["signed.monthly", "signed.quarterly"])
    func waitsForTheRenewal(next: String) async throws {
        try await SigningShop.open { shop in
            let session = shop.session
            let held = next == "signed.quarterly" ? "signed.monthly" : "signed.yearly"
            let first = try await buy(held)
            let answer = try await buy(next)
            #expect(answer.id == first.id)
            #expect(answer.productID == held)
            #expect(session.allTransactions().count == 1)
            let status = try #require(try await Product.SubscriptionInfo.status(for: "5A10").first)
            let info = try status.renewalInfo.payloadValue
            #expect(info.currentProductID == held)
            #expect(info.autoRenewPreference == next)
            let change = try #require(session.allNotifications().last)
            #expect(change.type == "DID_CHANGE_RENEWAL_PREF")
            #expect(change.subtype == "DOWNGRADE")
            var updates = Transaction.updates.makeAsyncIterator()
            await first.finish()
            session.advance(to: try #require(first.expirationDate))
            var renewal = try #require(await updates.next()).payloadValue
            if renewal.id == first.id { renewal = try #require(await updates.next()).payloadValue }
            #expect(renewal.productID == next)
            #expect(renewal.reason == .renewal)
            #expect(renewal.originalID == first.id)
            #expect(await productIDs(Transaction.currentEntitlements) == [next])
        }
    }

    // Case 33
    @Test("An upgrade is immediate, and the product it replaces is marked, still listed, and no entitlement")
    func upgrade() async throws {
        try await withSession { session in
            let plus = try await buy("corner.plus.monthly")
            #expect(!plus.isUpgraded)
            let pro = try await buy("corner.pro.monthly")
            #expect(pro.id != plus.id)
            #expect(pro.originalID == plus.id)
            #expect(!pro.isUpgraded)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.pro.monthly"])
            #expect(await productIDs(Transaction.all) == ["corner.pro.monthly", "corner.plus.monthly"])
            let replaced = try #require(await Transaction.latest(for: "corner.plus.monthly")).payloadValue
            #expect(replaced.isUpgraded)
            #expect(session.allNotifications().map(\.subtype) == ["INITIAL_BUY", "UPGRADE"])
        }
    }

    @Test("A refusal of the parent announces nothing, and the purchase can be tried again")  // Cases 43, 88
    func declined() async throws {
        try await withSession { session in
            var updates = Transaction.updates.makeAsyncIterator()
            let lifetime = try #require(try await Product.products(for: ["corner.lifetime"]).first)
            session.askToBuyEnabled = true
            for _ in 0..<2 {
                guard case .pending = try await lifetime.purchase() else {
                    Issue.record("the purchase does not wait")
                    return
                }
                let waiting = try #require(session.allTransactions().first)
                try session.declineAskToBuyTransaction(identifier: waiting.identifier)
            }
            #expect(session.allNotifications().isEmpty)
            #expect(await productIDs(Transaction.unfinished) == [])
            let outside = try await session.buyProduct(identifier: "corner.coins")
            #expect(try await updates.next()?.payloadValue.id == outside.id, "and nothing before it")
            session.askToBuyEnabled = false
            #expect(try await buy("corner.lifetime").productID == "corner.lifetime")
        }
    }

    @Test("A cancelled purchase says so, and nothing of it is announced")  // Case 11
    func cancelled() async throws {
        try await withSession { session in
            var updates = Transaction.updates.makeAsyncIterator()
            try await session.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
            let coins = try #require(try await Product.products(for: ["corner.coins"]).first)
            guard case .userCancelled = try await coins.purchase() else {
                Issue.record("the purchase was not cancelled")
                return
            }
            let outside = try await session.buyProduct(identifier: "corner.lifetime")
            #expect(try await updates.next()?.payloadValue.id == outside.id, "and nothing before it")
        }
    }

    // Cases 2, 3, 8
    @Test("Renewals that were missed are delivered at every launch, newest first, until they are finished")
    func missed() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            await first.finish()
            for _ in 0..<3 {
                let last = try #require(await Transaction.latest(for: "corner.plus.monthly")).payloadValue
                session.advance(to: try #require(last.expirationDate))
            }
            let renewals = session.allTransactions().map { UInt64($0.identifier) }.filter { $0 != first.id }
            #expect(renewals.count == 3)
            for _ in 0..<2 {
                let launched = session.addDevice()
                var updates = await launched.run { Transaction.updates.makeAsyncIterator() }
                for id in renewals { #expect(try await updates.next()?.payloadValue.id == id) }
                let latest = await launched.run { await Transaction.latest(for: "corner.plus.monthly") }
                #expect(latest?.unsafePayloadValue.id == renewals.first)
            }
            for await result in Transaction.unfinished { await result.unsafePayloadValue.finish() }
            let coins = try await session.buyProduct(identifier: "corner.coins")
            var updates = await session.addDevice().run { Transaction.updates.makeAsyncIterator() }
            #expect(try await updates.next()?.payloadValue.id == coins.id)
        }
    }

    @Test(
        "Finishing takes a transaction from the unfinished alone, and a consumable from every list but after a refund")
    func finishing() async throws {
        try await withSession { session in
            let lifetime = try await buy("corner.lifetime")
            let coins = try await buy("corner.coins")
            #expect(Set(await productIDs(Transaction.unfinished)) == ["corner.coins", "corner.lifetime"])
            await lifetime.finish()
            #expect(await productIDs(Transaction.unfinished) == ["corner.coins"])
            #expect(await productIDs(Transaction.all) == ["corner.coins", "corner.lifetime"])
            #expect(await Transaction.latest(for: "corner.coins") != nil)
            await coins.finish()
            #expect(await productIDs(Transaction.unfinished) == [])
            #expect(await productIDs(Transaction.all) == ["corner.lifetime"])
            #expect(await Transaction.latest(for: "corner.coins") == nil)
            try session.refundTransaction(identifier: UInt(coins.id))
            #expect(await productIDs(Transaction.all) == ["corner.coins", "corner.lifetime"])
            #expect(try #require(await Transaction.latest(for: "corner.coins")).payloadValue.revocationDate != nil)
        }
    }

    @Test("The original is the first of the group for subscriptions, and the status is of the latest")
    func originals() async throws {
        try await withSession { session in
            let plus = try await buy("corner.plus.monthly")
            try session.expireSubscription(productIdentifier: "corner.plus.monthly")
            let pro = try await buy("corner.pro.monthly")
            #expect(pro.originalID == plus.id)
            #expect(pro.originalPurchaseDate == plus.purchaseDate)
            let paper = try await buy("corner.paper.weekly")
            #expect(paper.originalID == paper.id, "another group")
            session.advance(to: try #require(pro.expirationDate))
            let status = try #require(await pro.subscriptionStatus)
            let latest = try status.transaction.payloadValue
            #expect(latest.id != pro.id)
            #expect(latest.reason == .renewal)
            for productID in ["corner.coins", "corner.lifetime", "corner.season"] {
                let bought = try await buy(productID)
                #expect(await bought.subscriptionStatus == nil)
                #expect(bought.originalID == bought.id)
            }
        }
    }

    @Test("A group without an introductory offer does not stand in its way")  // Case 45
    func eligibility() async throws {
        try await withSession { _ in
            let paper = try #require(try await Product.products(for: ["corner.paper.weekly"]).first?.subscription)
            #expect(paper.introductoryOffer == nil)
            #expect(await paper.isEligibleForIntroOffer == true)
        }
    }
}
