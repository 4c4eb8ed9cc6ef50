// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
import DatabaseTestSupport
import Foundation
import HTTPService
import StoreEngine
import SubscriptionServer
import Synchronization
import Testing

/// Two servers with one ledger.
@Suite(
    .enabled(if: TestDatabase.server != nil, "OPENSTOREKIT_TEST_POSTGRES names no server; script/test starts one"))
struct SharedLedgerTests {
    /// What a server says, without the numbers that it gave.
    private struct Picture: Hashable {
        var events: [String]
        var subscriptions: [String]

        init(_ backend: Backend, _ history: SignedHistory) async throws {
            let feed = try await backend.ask(.get, "/v1/events?limit=1000")["events"].array
            events = feed.map { event in
                ["type", "originalTransactionId", "transactionId", "productId", "date"]
                    .map { event[$0].string ?? "" }.joined(separator: " ")
            }.sorted()
            subscriptions = []
            let originals = Set(feed.compactMap { $0["originalTransactionId"].string }).sorted()
            for original in originals {
                let answer = try await backend.ask(.get, "/v1/customers/\(original)/subscriptions")
                // Of a customer they come in the order they were first heard of.
                subscriptions += try answer["subscriptions"].array.map { subscription in
                    let json = try JSONSerialization.data(withJSONObject: subscription.value, options: .sortedKeys)
                    return String(decoding: json, as: UTF8.self)
                }.sorted()
            }
        }
    }

    @Test("Told the same at once, in any order and twice, two servers end where one does", arguments: [3, 5, 8, 13])
    func atOnce(seed: UInt64) async throws {
        let alone = try await Backend()
        let history = try SignedHistory(seed: seed, signer: alone.signer)
        for notification in history.notifications { #expect(try await alone.notify(notification) == 200) }
        let one = try await Backend(authority: alone.authority)
        let servers = [one, try await Backend(beside: one)]
        var random = SeededGenerator(seed: seed)
        let twice = (history.notifications + history.notifications).shuffled(using: &random)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, notification) in twice.enumerated() {
                group.addTask {
                    let status = try await servers[index % 2].notify(notification)
                    #expect(status == 200)
                }
            }
            try await group.waitForAll()
        }
        for server in [alone, one] + servers { server.advance(to: history.engine.now) }
        let expected = try await Picture(alone, history)
        for server in servers { #expect(try await Picture(server, history) == expected) }
        let feed = try await one.ask(.get, "/v1/notifications?limit=1000")["notifications"].array
        #expect(feed.count == history.notifications.count)
    }

    @Test func `Purchases of one customer that two servers are told of at once are one customer's`() async throws {
        let one = try await Backend()
        let servers = [one, try await Backend(beside: one)]
        let token = UUID()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let signed = try one.sign(Sale.coins(id: String(number), token: token))
                    let status = try await servers[number % 2].verify(signed).status
                    #expect(status == 200)
                }
            }
            try await group.waitForAll()
        }
        let customer = try await one.ask(.get, "/v1/customers/\(token.uuidString.lowercased())/transactions")
        #expect(customer["transactions"].array.count == 20)
    }

    @Test func `What one server took to deliver the other leaves alone, until its time is up`() async throws {
        let (listener, other) = (Listener(), Listener())
        let one = try await Backend(transport: listener)
        let two = try await Backend(transport: other, beside: one)
        #expect(try await one.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/hook"}"#).status == 201)
        _ = try await two.verify(try one.sign(Sale.coins(id: "7")))
        // As a server leaves it that is killed before it has an answer.
        let until = SignedHistory.opening + 120_000
        try one.database.open().run("UPDATE deliveries SET claimed = $1", [.integer(until.milliseconds)])
        #expect(try await two.server.deliverWebhooks() == 0)
        two.advance(to: until)
        #expect(try await two.server.deliverWebhooks() == 1)
        #expect(try await one.server.deliverWebhooks() == 0)
        #expect(other.all.count == 1 && listener.all.isEmpty)
    }

    @Test func `While one server delivers, the other is given nothing of it`() async throws {
        let others = Mutex<[Int]>([])
        let two = Mutex<Backend?>(nil)
        let one = try await Backend(
            transport: Meanwhile {
                guard let server = two.withLock({ $0 })?.server else { return }
                let count = try await server.deliverWebhooks()
                others.withLock { $0.append(count) }
            })
        let second = try await Backend(beside: one)
        two.withLock { $0 = second }
        #expect(try await one.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/hook"}"#).status == 201)
        for id in 1...3 { _ = try await one.verify(try one.sign(Sale.coins(id: String(id)))) }
        #expect(try await one.server.deliverWebhooks() == 3)
        #expect(others.withLock { $0 } == [0, 0, 0])
    }

    @Test func `What is done at one server holds at the other at once`() async throws {
        let one = try await Backend()
        let two = try await Backend(beside: one)
        func makeKey() async throws -> String {
            let made = try await one.ask(.post, "/v1/keys", #"{"name": "reader", "scopes": ["read"]}"#)
            return try #require(made["key"].string)
        }
        let (key, ended) = (try await makeKey(), try await makeKey())
        #expect(try await two.ask(.get, "/v1/events", key: key).status == 200)
        // One that the other has not read lately: what it reads it believes for a second.
        #expect(try await one.ask(.delete, "/v1/keys/\(ended.split(separator: "_")[1])").status == 204)
        #expect(try await two.ask(.get, "/v1/events", key: ended).status == 401)
        #expect(try await two.ask(.get, "/v1/entitlements").status == 404)
        _ = try await one.ask(.put, "/v1/entitlements", #"{"entitlements": {"coins": ["purse"]}}"#)
        #expect(try await two.ask(.get, "/v1/entitlements").status == 200)
    }
}

/// Lets something happen while a delivery is under way.
private struct Meanwhile: APITransport {
    let act: @Sendable () async throws -> Void

    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        try await act()
        return APIHTTPResponse(status: 200)
    }
}
