// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct SessionTests {
    @Test("Products are loaded, priced and worded for the storefront and language")
    func products() async throws {
        try await withSession { session in
            let products = try await Product.products(for: ["corner.plus.monthly", "none", "corner.coins"])
            #expect(products.map(\.id) == ["corner.plus.monthly", "corner.coins"])
            #expect(products.map(\.displayPrice) == ["$9.99", "$0.99"])
            #expect(products.first?.subscription?.subscriptionPeriod == .monthly)
            session.locale = Locale(identifier: "it_IT")
            session.storefront = "ITA"
            let coins = try #require(try await Product.products(for: ["corner.coins"]).first)
            #expect(coins.displayName == "Monete")
            #expect(coins.displayPrice.contains("0,99"))
            #expect(await Storefront.current?.countryCode == "ITA")
        }
    }

    @Test("A purchase is verified, unfinished until finished, and entitles")
    func purchase() async throws {
        try await withSession { _ in
            let token = UUID()
            let transaction = try await buy("corner.lifetime", options: [.appAccountToken(token)])
            #expect(transaction.environment == .xcode)
            #expect(transaction.appAccountToken == token)
            #expect(transaction.price == Decimal(string: "49.99"))
            #expect(await productIDs(Transaction.unfinished) == ["corner.lifetime"])
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.lifetime"])
            await transaction.finish()
            #expect(await productIDs(Transaction.unfinished) == [])
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.lifetime"])
        }
    }

    @Test("A consumable never entitles, and is forgotten once finished")
    func consumable() async throws {
        try await withSession { _ in
            let transaction = try await buy("corner.coins", options: [.quantity(3)])
            #expect(transaction.purchasedQuantity == 3)
            #expect(await productIDs(Transaction.currentEntitlements) == [])
            #expect(await productIDs(Transaction.all) == ["corner.coins"])
            await transaction.finish()
            #expect(await productIDs(Transaction.all) == [])
            #expect(await Transaction.latest(for: "corner.coins") == nil)
        }
    }

    @Test("A subscription renews when the time is moved, and the renewal arrives on updates")
    func renewal() async throws {
        try await withSession { session in
            var updates = Transaction.updates.makeAsyncIterator()
            let first = try await buy("corner.plus.monthly")
            await first.finish()
            session.advance(to: try #require(first.expirationDate))
            let update = await updates.next()
            guard case .verified(let renewal)? = update else {
                Issue.record("\(String(describing: update))")
                return
            }
            #expect(renewal.reason == .renewal)
            #expect(renewal.originalID == first.id)
            #expect(renewal.purchaseDate == first.expirationDate)
            let statuses = try await Product.SubscriptionInfo.status(for: "C0A7E510")
            #expect(statuses.map(\.state) == [.subscribed])
        }
    }

    @Test("A cancelled subscription lapses at the end of its period")
    func lapse() async throws {
        try await withSession { session in
            let first = try await buy("corner.plus.monthly")
            try session.disableAutoRenewForTransaction(identifier: UInt(first.id))
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
            session.advance(to: try #require(first.expirationDate))
            #expect(await productIDs(Transaction.currentEntitlements) == [])
            let status = try #require(try await Product.SubscriptionInfo.status(for: "C0A7E510").first)
            #expect(status.state == .expired)
            #expect(try status.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
        }
    }

    @Test("Grace keeps access, billing retry does not, and paying brings it back")
    func billingTrouble() async throws {
        try await withSession { session in
            session.shouldEnterBillingRetryOnRenewal = true
            session.billingGracePeriodIsEnabled = true
            let first = try await buy("corner.plus.monthly")
            session.advance(to: try #require(first.expirationDate))
            var state = try await Product.SubscriptionInfo.status(for: "C0A7E510").first?.state
            #expect(state == .inGracePeriod)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
            session.advance(by: .seconds(17 * 86_400))
            state = try await Product.SubscriptionInfo.status(for: "C0A7E510").first?.state
            #expect(state == .inBillingRetryPeriod)
            #expect(await productIDs(Transaction.currentEntitlements) == [])
            #expect(session.allTransactions().first?.hasPurchaseIssue == true)
            try session.resolveIssueForTransaction(identifier: UInt(first.id))
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
            // Behaviour 40: once billing retry is over it does nothing.
            session.advance(by: .seconds(120 * 86_400))
            #expect(try await Product.SubscriptionInfo.status(for: "C0A7E510").first?.state == .expired)
            try session.resolveIssueForTransaction(identifier: UInt(first.id))
            #expect(try await Product.SubscriptionInfo.status(for: "C0A7E510").first?.state == .expired)
        }
    }

    @Test("What is bought outside the app is returned, also when the app is quick to finish it")
    func boughtAndFinishedAtOnce() async throws {
        try await withSession { session in
            let updates = Transaction.updates
            let listener = Task.detached {
                for await update in updates { await update.unsafePayloadValue.finish() }
            }
            var bought: [UInt64] = []
            for _ in 0..<50 { bought.append(try await session.buyProduct(identifier: "corner.coins").id) }
            #expect(Set(bought).count == 50)
            #expect(session.allTransactions().map { UInt64($0.identifier) } == bought.reversed())
            listener.cancel()
        }
    }

    @Test("What is bought outside the app is the session's customer's, whoever looks on")
    func boughtBesideAnother() async throws {
        try await withSession { session in
            let herPhone = session.addDevice(of: session.addCustomer())
            let bought = try await herPhone.run { try await session.buyProduct(identifier: "corner.coins") }
            #expect(session.allTransactions().map { UInt64($0.identifier) } == [bought.id])
            #expect(bought.appBundleID == (Bundle.main.bundleIdentifier ?? "com.example.app"))
            #expect(await herPhone.run { await productIDs(Transaction.all) } == [])
        }
    }

    @Test("A refund takes the entitlement away and is announced with its reason")
    func refund() async throws {
        try await withSession { session in
            var updates = Transaction.updates.makeAsyncIterator()
            let transaction = try await buy("corner.lifetime")
            try session.refundTransaction(identifier: UInt(transaction.id))
            let refunded = try #require(await updates.next()).payloadValue
            #expect(refunded.id == transaction.id)
            #expect(refunded.revocationReason == .other)
            #expect(refunded.revocationDate != nil)
            #expect(await productIDs(Transaction.currentEntitlements) == [])
        }
    }

    @Test("An upgrade happens at once and replaces what it upgrades")
    func upgrade() async throws {
        try await withSession { _ in
            let plus = try await buy("corner.plus.monthly")
            let pro = try await buy("corner.pro.monthly")
            #expect(pro.originalID == plus.id)
            #expect(pro.offer?.type == nil, "a subscriber gets no introductory offer")
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.pro.monthly"])
        }
    }

    @Test("What is bought outside the app arrives on updates")
    func buyOutside() async throws {
        try await withSession { session in
            var updates = Transaction.updates.makeAsyncIterator()
            let bought = try await session.buyProduct(identifier: "corner.season", options: [.quantity(2)])
            #expect(bought.purchasedQuantity == 2)
            let update = try await updates.next()?.payloadValue
            #expect(update?.id == bought.id)
        }
    }

    @Test("Cleared transactions are gone and the introductory offer is to be had again")
    func clear() async throws {
        try await withSession { session in
            let first = try await buy("corner.pro.monthly")
            #expect(first.offer?.type == .introductory)
            session.clearTransactions()
            #expect(session.allTransactions().isEmpty)
            #expect(await productIDs(Transaction.all) == [])
            let second = try await buy("corner.pro.monthly")
            #expect(second.offer?.type == .introductory)
        }
    }

    @Test("A rate shortens the periods that stand in the transactions")
    func timeRate() async throws {
        try await withSession { session in
            session.timeRate = .oneRenewalEveryTwoSeconds
            let transaction = try await buy("corner.plus.monthly")
            #expect(try #require(transaction.expirationDate).timeIntervalSince(transaction.purchaseDate) == 2)
        }
    }

    @Test("Settings go back to what the file says")
    func reset() async throws {
        try await withSession { session in
            session.timeRate = .oneSecondIsOneDay
            session.storefront = "JPN"
            session.locale = Locale(identifier: "ja_JP")
            session.shouldEnterBillingRetryOnRenewal = true
            session.billingGracePeriodIsEnabled = true
            session.resetToDefaultState()
            #expect(session.timeRate == .realTime)
            #expect(session.storefront == "USA")
            #expect(session.locale.identifier == "en_US")
            #expect(!session.shouldEnterBillingRetryOnRenewal)
            #expect(!session.billingGracePeriodIsEnabled)
        }
    }

    @Test("Sessions of different tests do not see one another")
    func isolation() async throws {
        try await withSession { _ in
            _ = try await buy("corner.lifetime")
            try await withSession { _ in
                #expect(await productIDs(Transaction.all) == [])
            }
            #expect(await productIDs(Transaction.all) == ["corner.lifetime"])
        }
    }
}
