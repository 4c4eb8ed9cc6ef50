// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import StoreLink
import Testing

@testable import StoreServer

@Suite struct ControlAPITests {
    private struct List<Element: Decodable>: Decodable {
        var transactions: [Element]?
        var subscriptions: [Element]?
        var notifications: [Element]?
        var products: [Element]?
        var accounts: [Element]?
        var hasMore: Bool?
    }

    private struct Transaction: Decodable, Equatable {
        var transactionId: String
        var account: String
        var productId: String
        var quantity: Int
        var price: Int
        var revocationDate: Int64?
        var isFinished: Bool
    }

    private struct Subscription: Decodable {
        var originalTransactionId: String
        var state: String
        var until: Int64?
        var since: Int64?
        var autoRenews: Bool
        var renewsAs: String?
    }

    // MARK: - Looking

    @Test("The store describes itself")
    func describes() async throws {
        let store = try TestStore()
        try store.buy(Shop.monthly)
        let answer = try await store.ask(.get, "/control/v1")
        #expect(answer.contentType == "application/json")
        let description = try answer.json()
        #expect(description["bundleId"] as? String == TestStore.bundleID)
        #expect(description["environment"] as? String == "Sandbox")
        #expect((description["settings"] as? [String: Any])?["timeRate"] as? String == "realTime")
        let counts = try #require(description["counts"] as? [String: Int])
        #expect(
            counts == ["accounts": 1, "products": 5, "transactions": 1, "subscriptions": 1, "notifications": 0])
    }

    @Test("Products and accounts are listed")
    func lists() async throws {
        let store = try TestStore()
        try store.buy(Shop.lamp, account: "anna")
        let products = try await store.ask(.get, "/control/v1/products").json()["products"] as? [[String: Any]]
        #expect(
            products?.map { $0["id"] as? String } == [Shop.coins, Shop.lamp, Shop.season, Shop.yearly, Shop.monthly])
        #expect(products?.last?["period"] as? String == "P1M")
        #expect(products?.first?["price"] as? Int == 990)
        let accounts = try await store.ask(.get, "/control/v1/accounts").json()["accounts"] as? [[String: Any]]
        #expect(accounts?.map { $0["account"] as? String } == ["anna"])
        #expect(accounts?.first?["transactions"] as? Int == 1)
    }

    @Test("Transactions are listed in order, from any one on")
    func listsTransactions() async throws {
        let store = try TestStore()
        let ids = [try store.buy(Shop.coins), try store.buy(Shop.lamp, account: "anna"), try store.buy(Shop.coins)]
        let all: List<Transaction> = try await store.ask(.get, "/control/v1/transactions").decode()
        #expect(all.transactions?.map(\.transactionId) == ids)
        #expect(all.transactions?.map(\.account) == ["customer", "anna", "customer"])
        #expect(all.hasMore == false)
        let rest: List<Transaction> = try await store.ask(.get, "/control/v1/transactions?after=\(ids[1])").decode()
        #expect(rest.transactions?.map(\.transactionId) == [ids[2]])
        #expect(try await store.ask(.get, "/control/v1/transactions?after=x").code == "badRequest")
    }

    @Test("Subscriptions say in words where they stand")
    func listsSubscriptions() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.monthly)
        let active = try #require(try await store.onlySubscription())
        #expect(active["originalTransactionId"] as? String == id)
        #expect(active["state"] as? String == "active")
        #expect(active["until"] as? Int64 == 1_772_272_800_000)
        #expect(active["renewsAs"] as? String == Shop.monthly)
        _ = try await store.ask(
            .post, "/control/v1/subscriptions/\(id)/autoRenew", body: #"{"enabled":false}"#)
        store.host.advance(by: 30 * 86_400_000)
        let expired = try #require(try await store.onlySubscription())
        #expect(expired["state"] as? String == "expired")
        #expect(expired["since"] as? Int64 == 1_772_272_800_000)
        #expect(expired["autoRenews"] as? Bool == false)
    }

    @Test("Notifications are listed unfolded, with their attempts, from any one on")
    func listsNotifications() async throws {
        let target = try #require(URL(string: "http://192.0.2.1/hook?secret=1"))
        let store = try TestStore(notifying: [target], client: TestClient { _ in 500 })
        let ids = [try store.buy(Shop.monthly), try store.buy(Shop.coins)]
        await store.deliverAll()
        let all = try await store.ask(.get, "/control/v1/notifications").json()
        let list = try #require(all["notifications"] as? [[String: Any]])
        #expect(list.map { $0["number"] as? Int } == [1, 2])
        #expect(list.map { ($0["transactionInfo"] as? [String: Any])?["transactionId"] as? String } == ids)
        #expect((list[0]["payload"] as? [String: Any])?["notificationType"] as? String == "SUBSCRIBED")
        #expect((list[0]["renewalInfo"] as? [String: Any])?["autoRenewStatus"] as? Int == 1)
        #expect(list[1]["renewalInfo"] == nil)
        let attempt = try #require((list[0]["attempts"] as? [[String: Any]])?.first)
        #expect(attempt["target"] as? String == "http://192.0.2.1/hook")
        #expect(attempt["result"] as? String == "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
        let rest = try await store.ask(.get, "/control/v1/notifications?after=1").json()
        #expect((rest["notifications"] as? [[String: Any]])?.count == 1)
        #expect(rest["hasMore"] as? Bool == false)
        #expect(try await store.ask(.get, "/control/v1/notifications?after=-1").status == 400)
    }

    // MARK: - Acting

    @Test("A purchase outside the app is news to every device of the account")
    func buys() async throws {
        let store = try TestStore()
        let device = UUID()
        _ = try await store.host.connect(ConnectRequest(device: device, account: "anna"))
        let token = "0F4F2A7E-0000-4000-8000-000000000000"
        let body = #"{"productId":"\#(Shop.coins)","account":"anna","quantity":2,"appAccountToken":"\#(token)"}"#
        let answer = try await store.ask(.post, "/control/v1/purchases", body: body)
        #expect(answer.status == 200)
        let transaction: Transaction = try answer.decode()
        #expect(transaction.account == "anna")
        #expect(transaction.quantity == 2)
        #expect(try store.record(transaction.transactionId).appAccountToken == UUID(uuidString: token))
        let changes = try await store.host.changes(ChangesRequest(device: device))
        #expect(changes.transactions.map(\.isAnnounced) == [true])
    }

    @Test(
        "A purchase that cannot be is refused with a code and a status",
        arguments: [
            (#"{"productId":"nothing"}"#, 404, "productUnavailable"),
            (#"{"productId":"\#(Shop.lamp)","quantity":2}"#, 400, "invalidQuantity"),
            (#"{"productId":"\#(Shop.coins)","quantity":11}"#, 400, "invalidQuantity"),
            (#"{"productId":"\#(Shop.coins)","appAccountToken":"x"}"#, 400, "badRequest"),
            (#"{"product":"\#(Shop.coins)"}"#, 400, "badRequest"), ("", 400, "badRequest"), ("{", 400, "badRequest"),
        ])
    func refusesPurchases(body: String, status: Int, code: String) async throws {
        let answer = try await TestStore().ask(.post, "/control/v1/purchases", body: body)
        #expect(answer.status == status)
        #expect(answer.code == code)
        #expect(try answer.json()["message"] as? String != nil)
        #expect(try answer.json()["fix"] as? String != nil)
    }

    @Test("A child's purchase waits for approval, and the answer says so")
    func pendingPurchase() async throws {
        let store = try TestStore()
        try store.host.perform(.setAskToBuy(account: store.host.account(named: "anna"), true))
        let body = #"{"productId":"\#(Shop.coins)","account":"anna"}"#
        let answer = try await store.ask(.post, "/control/v1/purchases", body: body)
        #expect(answer.status == 409)
        #expect(answer.code == "purchasePending")
        #expect(store.host.read(\.pendingPurchases).count == 1)
    }

    @Test("Renewal is switched off and on by any transaction of the subscription")
    func switchesAutoRenew() async throws {
        let store = try TestStore()
        let first = try store.buy(Shop.monthly)
        store.host.advance(by: 30 * 86_400_000)
        let latest = try #require(try await store.onlySubscription()?["latestTransactionId"] as? String)
        #expect(latest != first)
        for (id, enabled) in [(first, false), (latest, true)] {
            let answer = try await store.ask(
                .post, "/control/v1/subscriptions/\(id)/autoRenew", body: #"{"enabled":\#(enabled)}"#)
            #expect(answer.status == 200)
            #expect(try answer.decode(Subscription.self).autoRenews == enabled)
        }
    }

    @Test("Switching what is no subscription, or is over, is refused")
    func refusesAutoRenew() async throws {
        let store = try TestStore()
        let (lamp, monthly) = (try store.buy(Shop.lamp), try store.buy(Shop.monthly))
        try StatusCase.expired.bringAbout(monthly, in: store)
        for (id, status, code) in [
            (lamp, 404, "unknownSubscription"), ("1", 404, "unknownTransaction"), ("x", 404, "unknownTransaction"),
            (monthly, 409, "invalidAction"),
        ] {
            let path = "/control/v1/subscriptions/\(id)/autoRenew"
            let answer = try await store.ask(.post, path, body: #"{"enabled":true}"#)
            #expect(answer.status == status)
            #expect(answer.code == code)
            #expect(try await store.ask(.post, path, body: "{}").code == "badRequest")
        }
    }

    @Test(
        "A refund takes a purchase back once",
        arguments: [("", RevocationReason.refundedForOtherReason), (#"{"reason":1}"#, .refundedDueToIssue)])
    func refunds(body: String, reason: RevocationReason) async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        let answer = try await store.ask(.post, "/control/v1/transactions/\(id)/refund", body: body)
        #expect(answer.status == 200)
        #expect(try answer.decode(Transaction.self).revocationDate == TestStore.start.milliseconds)
        #expect(try store.record(id).revocation?.reason == reason)
        let again = try await store.ask(.post, "/control/v1/transactions/\(id)/refund", body: body)
        #expect(again.status == 409)
        #expect(again.code == "invalidAction")
    }

    @Test("A refund of nothing, or for no known reason, is refused")
    func refusesRefunds() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.lamp)
        #expect(try await store.ask(.post, "/control/v1/transactions/1/refund").code == "unknownTransaction")
        let answer = try await store.ask(.post, "/control/v1/transactions/\(id)/refund", body: #"{"reason":7}"#)
        #expect(answer.code == "badRequest")
        #expect(try store.record(id).revocation == nil)
    }

    @Test("Settings are turned one by one, and null ends the grace period")
    func configures() async throws {
        let store = try TestStore()
        let all = #"{"timeRate":"monthlyRenewalEveryFiveMinutes","billingRetryOnRenewal":true,"gracePeriodDays":16}"#
        let answer = try await store.ask(.post, "/control/v1/settings", body: all)
        #expect(try answer.json()["timeRate"] as? String == "monthlyRenewalEveryFiveMinutes")
        _ = try await store.ask(.post, "/control/v1/settings", body: #"{"billingRetryOnRenewal":false}"#)
        var settings = store.host.read(\.settings)
        #expect(settings.timeRate == .monthlyRenewalEveryFiveMinutes)
        #expect(settings.billingRetryOnRenewal == false)
        #expect(settings.gracePeriodDays == 16)
        _ = try await store.ask(.post, "/control/v1/settings", body: #"{"gracePeriodDays":null}"#)
        settings = store.host.read(\.settings)
        #expect(settings.gracePeriodDays == nil)
    }

    @Test(
        "A key that is none, or has no name, is refused, and the answer does not repeat it",
        arguments: [#"{"keyId":"KEY2","publicKey":"SECRET"}"#, #"{"keyId":"a b","publicKey":"SECRET"}"#])
    func refusesKeys(body: String) async throws {
        let answer = try await TestStore().ask(.post, "/control/v1/offersKeys", body: body)
        #expect(answer.status == 400)
        #expect(answer.code == "badRequest")
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("SECRET"))
    }

    @Test(
        "Settings that there are not are refused and change nothing",
        arguments: [#"{"timeRate":"fast"}"#, #"{"gracePeriodDays":5}"#, #"{"billingRetryOnRenewal":"yes"}"#])
    func refusesSettings(body: String) async throws {
        let store = try TestStore()
        let before = store.host.read(\.settings)
        let answer = try await store.ask(.post, "/control/v1/settings", body: body)
        #expect(answer.status == 400)
        #expect(answer.code == "badRequest")
        #expect(store.host.read(\.settings) == before)
    }
}

extension TestStore {
    /// The subscription in a store that has one.
    func onlySubscription() async throws -> [String: Any]? {
        let list = try await ask(.get, "/control/v1/subscriptions").json()["subscriptions"] as? [[String: Any]]
        #expect(list?.count == 1)
        return list?.first
    }
}
