// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import DatabaseTestSupport
import Foundation
import HTTPService
import SignedData
import Testing

@testable import SubscriptionServer

@Suite struct ErasureTests {
    private static let opening = SignedHistory.opening
    private static let token = "0b9d4b5e-37a5-4a44-8a0a-1f0f2a3b4c5d"
    private static let download = "704000000000000001"
    private static let secrets = [token, token.uppercased(), download, "anna@example.com", "lost her phone"]

    private func purchase(_ id: String = "1000", period: Int64 = 0) -> JWSTransactionDecodedPayload {
        var payload = Sale.transaction(id: id, period: period, token: UUID(uuidString: Self.token))
        payload.appTransactionId = Self.download
        payload.price = 9990
        payload.currency = "USD"
        return payload
    }

    private func renewalInfo(_ period: Int64 = 0, isOn: Bool = true) -> JWSRenewalInfoDecodedPayload {
        var info = Sale.renewalInfo(period: period, isOn: isOn)
        info.appTransactionId = Self.download
        return info
    }

    /// A customer of whom much is known.
    private func anna(_ backend: Backend) async throws {
        _ = try await backend.ask(
            .put, "/v1/entitlements",
            #"{"entitlements": {"plus": ["monthly"]}, "credits": {"coins": {"currency": "gold", "amount": 100}}}"#)
        let bought = try backend.signedNotification(.subscribed, .initialBuy, purchase(), renewalInfo())
        #expect(try await backend.notify(bought) == 200)
        var coins = Sale.coins(id: "7", token: UUID(uuidString: Self.token))
        coins.appTransactionId = Self.download
        _ = try await backend.verify(try backend.sign(coins))
        _ = try await backend.ask(
            .post, "/v1/customers/\(Self.token)/links", #"{"userId": "anna@example.com"}"#)
        _ = try await backend.ask(
            .post, "/v1/customers/1000/grants", #"{"entitlement": "pro", "reason": "lost her phone"}"#)
        _ = try await backend.ask(
            .post, "/v1/customers/1000/spends", #"{"key": "anna@example.com", "currency": "gold", "amount": 60}"#)
        _ = try await backend.ask(.put, "/v1/customers/1000/consumption-consent", #"{"isGiven": true}"#)
        // Somebody else's store tells of her too; that is refused, and kept for people to see.
        let stranger = JWSSigner(try CertificateAuthority.make(now: Self.opening.date))
        var payload = Sale.notification(.didRenew)
        payload.data?.signedTransactionInfo = try stranger.sign(WireJSON.encode(purchase()))
        #expect(try await backend.notify(try stranger.sign(WireJSON.encode(payload))) == 400)
        #expect(try await backend.notify("a.b.c") == 400)
    }

    /// Every text that any route shows.
    private func everythingShown(_ backend: Backend) async throws -> String {
        var shown = ""
        for path in [
            "/v1/customers/1000", "/v1/customers/1000/timeline", "/v1/customers/1000/transactions",
            "/v1/customers/7/balances", "/v1/notifications", "/v1/refusals", "/v1/events", "/v1/erasures",
            "/v1/refund-requests",
        ] {
            let answer = try await backend.ask(.get, path)
            #expect(answer.status == 200, "\(path)")
            shown += String(decoding: answer.body, as: UTF8.self)
        }
        return shown
    }

    @Test func whoIsForgottenStandsNowhere() async throws {
        let backend = try await Backend()
        try await anna(backend)
        let before = try await everythingShown(backend)
        for secret in Self.secrets where secret != Self.token.uppercased() {
            #expect(before.contains(secret), "\(secret) is not there to begin with")
        }
        let transactions = try await backend.ask(.get, "/v1/customers/1000/transactions")["transactions"].array
        let figures = try await backend.ask(.get, "/v1/figures")
        #expect(figures.status == 200)
        let erased = try await backend.ask(.post, "/v1/customers/anna@example.com/erasure")
        #expect(erased.status == 200 && erased["names"].int == 3 && erased["purchases"].int == 2)
        // Its notification, and the refused one that tells of her; not the one that tells of nobody.
        #expect(erased["texts"].int == 2)
        let after = try await everythingShown(backend)
        for secret in Self.secrets { #expect(!after.contains(secret), "\(secret) is shown") }
        #expect(try await backend.ask(.get, "/v1/refusals")["refusals"].array.count == 1)
        #expect(try await backend.ask(.get, "/v1/notifications/1/payload").status == 404)
        for name in ["anna@example.com", Self.token, Self.download] {
            #expect(try await backend.ask(.get, "/v1/customers/\(name)").status == 404)
        }
        // The books say what they said.
        #expect(try await backend.ask(.get, "/v1/figures").body == figures.body)
        let kept = try await backend.ask(.get, "/v1/customers/1000/transactions")["transactions"].array
        #expect(kept.map { $0["price"].int } == transactions.map { $0["price"].int })
        #expect(kept.map { $0["purchaseDate"].int } == transactions.map { $0["purchaseDate"].int })
        #expect(try await backend.ask(.get, "/v1/customers/7/balances")["balances"]["gold"].int == 40)
        let entitled = try await backend.ask(.get, "/v1/customers/1000/entitlements")["entitlements"].array
        #expect(entitled.map { $0["id"].string } == ["plus", "pro"])
    }

    @Test func nothingStandsInTheDatabase() async throws {
        let backend = try await Backend()
        try await anna(backend)
        for secret in Self.secrets where secret != Self.token.uppercased() {
            #expect(try backend.database.holds(secret), "\(secret) is not there to begin with")
        }
        #expect(try await backend.ask(.post, "/v1/customers/1000/erasure").status == 200)
        // What was overwritten stands in the log of SQLite until that begins anew.
        if TestDatabase.server == nil { try backend.database.open().run("PRAGMA wal_checkpoint(TRUNCATE)") }
        for secret in Self.secrets { #expect(try !backend.database.holds(secret), "\(secret)") }
    }

    @Test func whatIsToldLaterStillCountsAndBringsNothingBack() async throws {
        let (backend, oracle) = (try await Backend(), try await Backend())
        for server in [backend, oracle] { try await anna(server) }
        #expect(try await backend.ask(.post, "/v1/customers/1000/erasure").status == 200)
        let end = Self.opening + Sale.month
        for server in [backend, oracle] {
            // What came before comes again, then what happened since.
            let again = try server.signedNotification(.subscribed, .initialBuy, purchase(), renewalInfo())
            let renewed = try server.signedNotification(
                .didRenew, signedAt: end, purchase("1001", period: 1), renewalInfo(1, isOn: false))
            for text in [again, renewed] { #expect(try await server.notify(text) == 200) }
            #expect(try await server.verify(try server.sign(purchase())).status == 200)
            #expect(try await server.verify(try server.sign(renewalInfo())).status == 200)
            server.advance(to: end + 1)
        }
        let views = [
            try await backend.ask(.get, "/v1/customers/1000/subscriptions"),
            try await oracle.ask(.get, "/v1/customers/1000/subscriptions"),
        ]
        #expect(views[0].body == views[1].body)
        #expect(views[0]["subscriptions"][0]["willRenew"].bool == false)
        #expect(views[0]["subscriptions"][0]["periodEnd"].int == (end + Sale.month).milliseconds)
        let shown = try await everythingShown(backend)
        for secret in Self.secrets { #expect(!shown.contains(secret), "\(secret) is back") }
        #expect(try await backend.ask(.get, "/v1/customers/\(Self.token)").status == 404)
        let ids = try await backend.ask(.get, "/v1/events?limit=1000")["events"].array.compactMap {
            $0["customerId"].string
        }
        #expect(Set(ids).count == 1)
    }

    @Test func askingAgainChangesNothing() async throws {
        let backend = try await Backend()
        try await anna(backend)
        let first = try await backend.ask(.post, "/v1/customers/1000/erasure")
        let shown = try await everythingShown(backend)
        backend.advance(to: Self.opening + 1000)
        let customer = try #require(first["customerId"].string)
        for name in [customer, "1000"] {
            #expect(try await backend.ask(.post, "/v1/customers/\(name)/erasure").body == first.body)
        }
        #expect(try await everythingShown(backend) == shown)
        #expect(try await backend.ask(.get, "/v1/erasures")["erasures"].array.count == 1)
        #expect(try await backend.ask(.post, "/v1/customers/nobody/erasure").status == 404)
    }

    @Test func othersAreLeftAlone() async throws {
        let backend = try await Backend()
        try await anna(backend)
        let token = UUID()
        var other = Sale.transaction(id: "2000", original: "2000", token: token)
        other.appTransactionId = "705"
        let bought = try backend.signedNotification(
            .subscribed, .initialBuy, other, Sale.renewalInfo(original: "2000"))
        #expect(try await backend.notify(bought) == 200)
        let before = try await backend.ask(.get, "/v1/customers/\(token)")
        let text = try await backend.ask(.get, "/v1/notifications/2/payload")
        #expect(try await backend.ask(.post, "/v1/customers/1000/erasure").status == 200)
        #expect(try await backend.ask(.get, "/v1/customers/\(token)").body == before.body)
        #expect(try await backend.ask(.get, "/v1/notifications/2/payload").body == text.body && text.status == 200)
    }
}
