// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import Testing

@Suite struct CustomerEndpointTests {
    @Test func aCustomerIsFoundByEveryName() async throws {
        let backend = try await Backend()
        let token = UUID()
        let made = try await backend.ask(
            .post, "/v1/customers", #"{"userId": "u/1", "appAccountToken": "\#(token)"}"#)
        let id = try #require(made["id"].string)
        var bought = Sale.transaction(token: token)
        bought.appTransactionId = "704"
        _ = try await backend.verify(try backend.sign(bought))
        for name in [id, "u%2F1", token.uuidString, token.uuidString.lowercased(), "1000", "704"] {
            let found = try await backend.ask(.get, "/v1/customers/\(name)")
            #expect(found["id"].string == id && found["subscriptions"].array.count == 1, "\(name)")
        }
        for text in ["u/", "1000", "704"] {
            let found = try await backend.ask(.get, "/v1/customers?search=\(text)")["customers"].array
            #expect(found.map { $0["id"].string } == [id], "\(text)")
        }
        #expect(try await backend.ask(.get, "/v1/customers/nobody").status == 404)
    }

    @Test func anAnonymousPurchaseIsLinkedAndStaysLinked() async throws {
        let backend = try await Backend()
        _ = try await backend.verify(try backend.sign(Sale.transaction()))
        _ = try await backend.ask(.post, "/v1/customers", #"{"userId": "anna"}"#)
        let linked = try await backend.ask(
            .post, "/v1/customers/anna/links", #"{"originalTransactionId": "1000"}"#)
        #expect(linked["subscriptions"].array.count == 1)
        // What the facts say later does not undo what somebody decided.
        _ = try await backend.verify(try backend.sign(Sale.transaction(id: "1001", period: 1, token: UUID())))
        #expect(try await backend.ask(.get, "/v1/customers/anna")["subscriptions"].array.count == 1)
        let timeline = try await backend.ask(.get, "/v1/customers/anna/timeline")["timeline"].array
        #expect(timeline.contains { $0["kind"].string?.hasPrefix("took over") == true })
    }

    @Test func aNameThatIsTakenNeedsAMerger() async throws {
        let backend = try await Backend()
        for user in ["anna", "ben"] { _ = try await backend.ask(.post, "/v1/customers", #"{"userId": "\#(user)"}"#) }
        let taken = try await backend.ask(.post, "/v1/customers/anna/links", #"{"userId": "ben"}"#)
        #expect(taken.status == 409 && taken["code"].string == "nameTaken")
        _ = try await backend.ask(
            .post, "/v1/customers/ben/grants", #"{"entitlement": "plus", "reason": "sorry"}"#)
        #expect(try await backend.ask(.post, "/v1/customers/anna/merge", #"{"from": "ben"}"#).status == 200)
        let ben = try await backend.ask(.get, "/v1/customers/ben")
        #expect(ben["id"].string == (try await backend.ask(.get, "/v1/customers/anna"))["id"].string)
        #expect(ben["entitlements"].array.map { $0["id"].string } == ["plus"])
    }

    @Test func aPurchaseMovesFromOneAccountToAnother() async throws {
        let backend = try await Backend()
        let (first, second) = (UUID(), UUID())
        _ = try await backend.verify(try backend.sign(Sale.transaction(token: first)))
        _ = try await backend.verify(try backend.sign(Sale.transaction(id: "1001", period: 1, token: second)))
        #expect(try await backend.ask(.get, "/v1/customers/\(first)")["subscriptions"].array.isEmpty)
        let holder = try await backend.ask(.get, "/v1/customers/\(second)/timeline")["timeline"].array
        #expect(holder.contains { $0["kind"].string == "transfer" })
    }

    @Test func grantsBeginAndEnd() async throws {
        let backend = try await Backend()
        _ = try await backend.ask(.post, "/v1/customers", #"{"userId": "anna"}"#)
        let end = SignedHistory.opening + 1000
        let grant = #"{"entitlement": "plus", "reason": "contest", "expires": \#(end.milliseconds)}"#
        #expect(try await backend.ask(.post, "/v1/customers/anna/grants", grant).status == 201)
        let second = try await backend.ask(
            .post, "/v1/customers/anna/grants", #"{"entitlement": "pro", "reason": "staff"}"#)
        func entitled() async throws -> [String?] {
            try await backend.ask(.get, "/v1/customers/anna/entitlements")["entitlements"].array.map { $0["id"].string }
        }
        #expect(try await entitled() == ["plus", "pro"])
        backend.advance(to: end)
        #expect(try await entitled() == ["pro"])
        let id = try #require(second["id"].string)
        #expect(try await backend.ask(.delete, "/v1/customers/anna/grants/\(id)").status == 204)
        #expect(try await backend.ask(.delete, "/v1/customers/anna/grants/\(id)").status == 404)
        #expect(try await entitled().isEmpty)
        #expect(try await backend.ask(.post, "/v1/customers/anna/grants", grant).status == 400)
    }

    @Test func aBalanceIsSpentOnceForEachKey() async throws {
        let backend = try await Backend()
        _ = try await backend.ask(
            .put, "/v1/entitlements",
            #"{"entitlements": {}, "credits": {"coins": {"currency": "gold", "amount": 100}}}"#)
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        func spend(_ key: String, _ amount: Int) async throws -> Backend.Answer {
            try await backend.ask(
                .post, "/v1/customers/7/spends", #"{"key": "\#(key)", "currency": "gold", "amount": \#(amount)}"#)
        }
        #expect(try await spend("a", 60)["balance"].int == 40)
        let again = try await spend("a", 60)
        #expect(again["balance"].int == 40 && again["isRepeated"].bool == true)
        #expect(try await spend("a", 61)["code"].string == "keyUsed")
        #expect(try await spend("b", 41)["code"].string == "insufficientBalance")
        #expect(try await spend("b", 0).status == 400)
        // A refund takes back what was bought, spent or not.
        var refunded = Sale.coins(id: "7")
        refunded.revocationDate = (SignedHistory.opening + 1).date
        refunded.signedDate = (SignedHistory.opening + 1).date
        _ = try await backend.verify(try backend.sign(refunded))
        #expect(try await backend.ask(.get, "/v1/customers/7/balances")["balances"]["gold"].int == -60)
    }

    @Test func aRefundInPartTakesBackAPart() async throws {
        let backend = try await Backend()
        _ = try await backend.ask(
            .put, "/v1/entitlements",
            #"{"entitlements": {}, "credits": {"coins": {"currency": "gold", "amount": 100}}}"#)
        var coins = Sale.coins(id: "7", quantity: 3)
        _ = try await backend.verify(try backend.sign(coins))
        coins.revocationDate = (SignedHistory.opening + 1).date
        coins.signedDate = (SignedHistory.opening + 1).date
        coins.revocationPercentage = 50_000
        _ = try await backend.verify(try backend.sign(coins))
        #expect(try await backend.ask(.get, "/v1/customers/7/balances")["balances"]["gold"].int == 150)
    }

    @Test func aQuantityThatNobodyCanBuyIsCountedWithoutHarm() async throws {
        let backend = try await Backend()
        _ = try await backend.ask(
            .put, "/v1/entitlements",
            #"{"entitlements": {}, "credits": {"coins": {"currency": "gold", "amount": \#(Int64(1) << 40)}}}"#)
        for (id, quantity) in [("7", Int32.max), ("8", .min)] {
            _ = try await backend.verify(try backend.sign(Sale.coins(id: id, quantity: quantity)))
            #expect(try await backend.ask(.get, "/v1/customers/\(id)/balances").status == 200)
        }
    }

    @Test func mapsHaveVersions() async throws {
        let backend = try await Backend()
        #expect(try await backend.ask(.get, "/v1/entitlements").status == 404)
        for product in ["monthly", "pro"] {
            _ = try await backend.ask(.put, "/v1/entitlements", #"{"entitlements": {"plus": ["\#(product)"]}}"#)
        }
        #expect(try await backend.ask(.get, "/v1/entitlements")["version"].int == 2)
        let first = try await backend.ask(.get, "/v1/entitlements?version=1")
        #expect(first["map"]["entitlements"]["plus"][0].string == "monthly")
        #expect(try await backend.ask(.get, "/v1/entitlements?version=3").status == 404)
    }

    @Test func sandboxGivesNothingInProduction() async throws {
        let backend = try await Backend(environments: [.sandbox, .production])
        _ = try await backend.verify(try backend.sign(Sale.transaction()))
        #expect(try await backend.ask(.get, "/v1/customers/1000")["entitlements"].array.isEmpty)
        let sandbox = try await backend.ask(.get, "/v1/customers/1000?environment=Sandbox")
        #expect(sandbox["entitlements"].array.count == 1)
    }

    @Test func twoAppsDoNotMix() async throws {
        let backend = try await Backend(apps: [Backend.bundleID, "com.example.other"])
        _ = try await backend.verify(try backend.sign(Sale.transaction()))
        #expect(try await backend.ask(.get, "/v1/customers/1000").status == 400)
        #expect(try await backend.ask(.get, "/v1/customers/1000?app=\(Backend.bundleID)").status == 200)
        #expect(try await backend.ask(.get, "/v1/customers/1000?app=com.example.other").status == 404)
        #expect(try await backend.ask(.get, "/v1/customers/1000?app=com.example.none").status == 404)
    }
}
