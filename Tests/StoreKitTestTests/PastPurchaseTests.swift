// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit
import StoreKitTest
import Testing

@Suite struct PastPurchaseTests {
    private func months(_ count: Int, before date: Date) throws -> Date {
        try #require(Calendar(identifier: .gregorian).date(byAdding: .month, value: -count, to: date))
    }

    @Test("A subscription bought in the past has renewed until now")
    func renewUntilNow() async throws {
        try await withSession { session in
            let date = try months(3, before: session.now).addingTimeInterval(-86_400)
            let bought = try await session.buyProduct(
                identifier: "corner.plus.monthly", options: [.purchaseDate(date)])
            #expect(abs(bought.purchaseDate.timeIntervalSince(date)) < 0.001)
            #expect(bought.reason == .purchase)
            let all = session.allTransactions()
            #expect(all.count == 4)
            #expect(Set(all.map(\.originalTransactionIdentifier)) == [UInt(bought.id)])
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.plus.monthly"])
            let latest = try #require(await Transaction.latest(for: "corner.plus.monthly")).payloadValue
            #expect(latest.reason == .renewal)
            #expect(try #require(latest.expirationDate) > session.now)
            #expect(
                session.allNotifications().map(\.type) == ["SUBSCRIBED", "DID_RENEW", "DID_RENEW", "DID_RENEW"])
        }
    }

    @Test("One that was cancelled at once lasted a single period")
    func cancelImmediately() async throws {
        try await withSession { session in
            let date = try months(3, before: session.now)
            let bought = try await session.buyProduct(
                identifier: "corner.plus.monthly",
                options: [.purchaseDate(date, renewalBehavior: .cancelImmediately), .appAccountToken(Self.token)])
            #expect(bought.appAccountToken == Self.token)
            #expect(session.allTransactions().count == 1)
            #expect(await productIDs(Transaction.currentEntitlements) == [])
            let status = try #require(try await Product.SubscriptionInfo.status(for: "C0A7E510").first)
            #expect(status.state == .expired)
            #expect(try status.renewalInfo.payloadValue.expirationReason == .autoRenewDisabled)
        }
    }

    private static let token = UUID()

    @Test("What is bought once has the date that was asked for")
    func once() async throws {
        try await withSession { session in
            let date = session.now.addingTimeInterval(-1000)
            let bought = try await session.buyProduct(identifier: "corner.lifetime", options: [.purchaseDate(date)])
            #expect(abs(bought.purchaseDate.timeIntervalSince(date)) < 0.001)
            #expect(await productIDs(Transaction.currentEntitlements) == ["corner.lifetime"])
        }
    }

    @Test("The future is refused, and a date before what the customer bought in the group")
    func refusals() async throws {
        try await withSession { session in
            let soon = session.now.addingTimeInterval(3600)
            let future = await #expect(throws: SKTestError.self) {
                try await session.buyProduct(identifier: "corner.lifetime", options: [.purchaseDate(soon)])
            }
            #expect(future?.code == .invalidAction)
            _ = try await buy("corner.plus.monthly")
            let before = session.now.addingTimeInterval(-86_400)
            let older = await #expect(throws: SKTestError.self) {
                try await session.buyProduct(identifier: "corner.pro.monthly", options: [.purchaseDate(before)])
            }
            #expect(older?.code == .invalidAction)
            #expect(session.allTransactions().count == 1)
        }
    }

    @Test("A code offer of the configuration is redeemed by its reference name")
    func codeOffer() async throws {
        try await withSession { session in
            let bought = try await session.buyProduct(
                identifier: "corner.plus.monthly", options: [.codeOffer(referenceName: "Welcome")])
            #expect(bought.offer?.type == .code)
            #expect(bought.offer?.id == "Welcome")
            #expect(bought.offer?.paymentMode == .freeTrial)
            #expect(bought.price == 0)
            let error = await #expect(throws: SKTestError.self) {
                try await session.buyProduct(
                    identifier: "corner.pro.monthly", options: [.codeOffer(referenceName: "Nobody")])
            }
            #expect(error?.code == .invalidAction)
        }
    }

    @Test("A promotional offer needs no signature, but a customer who may have it")
    func promotionalOffer() async throws {
        try await withSession { session in
            let options: Set<Product.PurchaseOption> = [.promotionalOffer(id: "corner.plus.loyal")]
            let stranger = await #expect(throws: SKTestError.self) {
                try await session.buyProduct(identifier: "corner.plus.monthly", options: options)
            }
            #expect(stranger?.code == .invalidAction)
            _ = try await buy("corner.plus.monthly")
            try session.expireSubscription(productIdentifier: "corner.plus.monthly")
            let bought = try await session.buyProduct(identifier: "corner.plus.monthly", options: options)
            #expect(bought.offer?.type == .promotional)
            #expect(bought.offer?.id == "corner.plus.loyal")
            #expect(bought.price == Decimal(string: "4.99"))
        }
    }

    @Test("Purchases in the app take no notice of what only test purchases can ask for")
    func inTheApp() async throws {
        try await withSession { session in
            let bought = try await buy(
                "corner.plus.monthly",
                options: [
                    .purchaseDate(session.now.addingTimeInterval(-86_400 * 365)), .codeOffer(referenceName: "Welcome"),
                ])
            #expect(bought.offer == nil)
            #expect(session.allTransactions().count == 1)
        }
    }
}
