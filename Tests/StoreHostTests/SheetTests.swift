// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct SheetTests {
    private static func payload(_ answer: ActionAnswer) throws -> JWSTransactionDecodedPayload {
        guard case .purchased(let change) = answer.purchase else {
            throw StoreFailure(.unknown, "Nothing was bought", fix: "See the test.")
        }
        return try OfferShop.payload(change.jws)
    }

    @Test("A customer cancels, resubscribes and changes plans where subscriptions are managed")
    func manage() async throws {
        let shop = try await OfferShop()
        _ = try await shop.buy("monthly")
        let held = try await shop.held()
        #expect(held.productID == "monthly")
        #expect(held.choices.map(\.id) == ["monthly", "premium"])
        let original = held.originalTransactionID
        #expect(try await shop.act(.cancel(subscription: original)).purchase == nil)
        #expect(try await !shop.held().autoRenews)
        #expect(try await shop.act(.resubscribe(subscription: original)).purchase == nil)
        #expect(try await shop.held().autoRenews)
        let before = try await shop.changes()
        let upgraded = try Self.payload(try await shop.act(.change(subscription: original, productID: "premium")))
        #expect(upgraded.productId == "premium")
        let after = try await shop.changes(after: before.cursor)
        #expect(after.transactions.filter(\.isAnnounced).count == 2, "what happens in a sheet is news to the app")
        _ = try await shop.act(.change(subscription: original, productID: "monthly"))
        #expect(try await shop.held().renewalProductID == "monthly")
    }

    @Test("Who has left buys again, and arrives as news")
    func resubscribe() async throws {
        let shop = try await OfferShop()
        try await shop.lapse()
        let held = try await shop.held()
        #expect(held.status == 2)
        let bought = try Self.payload(try await shop.act(.resubscribe(subscription: held.originalTransactionID)))
        #expect(bought.originalTransactionId == held.originalTransactionID)
    }

    @Test("Subscriptions of others cannot be touched")
    func foreign() async throws {
        let shop = try await OfferShop()
        _ = try await shop.buy("monthly")
        let stranger = UUID()
        _ = try await shop.host.connect(ConnectRequest(device: stranger, account: "stranger"))
        let original = try await shop.held().originalTransactionID
        let actions: [CustomerAction] = [
            .cancel(subscription: original), .resubscribe(subscription: original),
            .answerPriceIncrease(subscription: original, agrees: true), .resolveBillingIssue(subscription: original),
            .requestRefund(transaction: original, reason: "OTHER"),
        ]
        for action in actions {
            await #expect(throws: StoreFailure.self) {
                try await shop.host.act(ActionRequest(device: stranger, action: action))
            }
        }
        #expect(try await shop.held().autoRenews)
    }

    @Test("A code is redeemed by itself, and an unknown one is refused")
    func redeem() async throws {
        let shop = try await OfferShop()
        let before = try await shop.changes()
        #expect(try Self.payload(try await shop.act(.redeemCode("friends"))).offerIdentifier == "friends")
        #expect(try await shop.changes(after: before.cursor).transactions.map(\.isAnnounced) == [true])
        let failure = await #expect(throws: StoreFailure.self) { try await shop.act(.redeemCode("strangers")) }
        #expect(failure?.code == .invalidOfferIdentifier)
    }

    @Test("A refund can be asked for once; a test session grants it, another store leaves it open")
    func refund() async throws {
        let session = try await OfferShop(environment: .xcode)
        let coins = try #require(try await session.buy("coins").transactionId)
        _ = try await session.act(.requestRefund(transaction: coins, reason: "FULFILLMENT_ISSUE"))
        let refunded = try #require(try await session.changes().transactions.first)
        let payload: JWSTransactionDecodedPayload = try OfferShop.payload(refunded.jws)
        #expect(payload.revocationReason == .refundedDueToIssue)
        #expect(refunded.isAnnounced)
        let shop = try await OfferShop()
        let paid = try #require(try await shop.buy("coins").transactionId)
        _ = try await shop.act(.requestRefund(transaction: paid, reason: "OTHER"))
        let open: JWSTransactionDecodedPayload = try OfferShop.payload(
            try #require(try await shop.changes().transactions.first).jws)
        #expect(open.revocationDate == nil)
        for (store, id) in [(session, coins), (shop, paid)] {
            let failure = await #expect(throws: StoreFailure.self) {
                try await store.act(.requestRefund(transaction: id, reason: "OTHER"))
            }
            #expect(failure?.code == .duplicateRequest)
        }
        let unknown = await #expect(throws: StoreFailure.self) {
            try await shop.act(.requestRefund(transaction: "77", reason: "OTHER"))
        }
        #expect(unknown?.code == .refundRequestFailed)
    }

    @Test("A higher price is shown, and agreed to or not")
    func price() async throws {
        for agrees in [true, false] {
            let shop = try await OfferShop()
            _ = try await shop.buy("monthly")
            let held = try await shop.held()
            let index = try #require(shop.host.read { $0.subscriptions.first?.index })
            try shop.host.perform(.priceIncrease(.request(subscription: index, price: 14_990)))
            #expect(try await shop.held().askedPrice == 14_990)
            _ = try await shop.act(.answerPriceIncrease(subscription: held.originalTransactionID, agrees: agrees))
            #expect(try await shop.held().askedPrice == nil)
            #expect(try await shop.held().autoRenews == agrees)
        }
    }

    @Test("Each sheet, synchronising, a status and verification fail as the store is told to")
    func simulatedErrors() async throws {
        let shop = try await OfferShop()
        _ = try await shop.buy("coins")
        var settings = StoreSettings()
        settings.simulatedErrors = [
            .manageSubscriptions: .systemError, .refundRequest: SimulatedError(rawValue: "duplicateRequest"),
            .offerCodeRedeem: .userCancelled, .appStoreSync: .networkError, .subscriptionStatus: .unknown,
            .verification: SimulatedError(rawValue: "invalidSignature"),
        ]
        try shop.host.perform(.configure(settings))
        let codes: [StoreSheet: StoreFailure.Code] = [
            .manageSubscriptions: .init(rawValue: "systemError"), .refundRequest: .duplicateRequest,
            .offerCodeRedeem: .init(rawValue: "userCancelled"),
        ]
        for (sheet, code) in codes {
            let failure = await #expect(throws: StoreFailure.self) {
                try await shop.host.sheet(SheetRequest(device: shop.device, sheet: sheet))
            }
            #expect(failure?.code == code)
        }
        _ = try await shop.host.sheet(SheetRequest(device: shop.device, sheet: .priceConsent))
        let sync = await #expect(throws: StoreFailure.self) {
            try await shop.host.sync(SyncRequest(device: shop.device))
        }
        #expect(sync?.code == .network)
        let told = try #require(try await shop.changes().simulatedErrors)
        #expect(told.verification == "invalidSignature")
        #expect(told.subscriptionStatus?.code == .unknown)
        guard case .purchased(let change) = try await shop.host.purchase(shop.request("coins")) else {
            Issue.record("not bought")
            return
        }
        #expect(change.verificationError == "invalidSignature")
        let app = try await shop.host.appTransaction(AppTransactionRequest(device: shop.device))
        #expect(app.verificationError == "invalidSignature")
        try shop.host.perform(.configure(StoreSettings()))
        #expect(try await shop.changes().simulatedErrors == nil)
        try await shop.host.sync(SyncRequest(device: shop.device))
    }
}
