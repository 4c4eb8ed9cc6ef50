// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
import DatabaseTestSupport
import Dispatch
import Foundation
import HTTPService
import SignedData
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

    @Test(
        "Who asks for what comes after a number is shown nothing that something may still come before",
        arguments: [
            ("notifications", "notifications", "number"), ("refund-requests", "requests", "id"),
            ("events", "events", "id"),
        ])
    func settled(path: String, list: String, number: String) async throws {
        let (waits, wait) = AsyncStream<Void>.makeStream()
        // Nothing but the wait for who writes sleeps here.
        let backend = try await Backend(sleep: { _ in wait.yield() })
        let texts = try (0...3).map { id in
            var payload = Sale.notification(.consumptionRequest)
            payload.data?.signedTransactionInfo = try backend.sign(Sale.coins(id: String(id)))
            return try backend.sign(payload)
        }
        #expect(try await backend.notify(texts[0]) == 200)
        // Another server has written the next one, and takes its time to finish.
        let slow = SlowWriter()
        async let written: Void = slow.write(texts[1], in: backend)
        await slow.hasWritten()
        #expect(try await backend.notify(texts[2]) == 200)
        async let answer = backend.ask(.get, "/v1/\(path)?after=1")
        let meanwhile = Task {
            var waits = waits.makeAsyncIterator()
            await waits.next()
            let status = try await backend.notify(texts[3])
            #expect(status == 200)
            slow.finish()
        }
        let first = try await answer[list].array.map { $0[number].int ?? $0[number].string.flatMap { Int64($0) } }
        #expect(first == [2, 3])
        wait.finish()
        try await meanwhile.value
        try await written
        let next = try await backend.ask(.get, "/v1/\(path)?after=3")[list].array
        #expect(next.count == 1)
    }

    @Test func `A customer's events are delivered in order, also when a later one is there first`() async throws {
        let listener = Listener()
        let (waits, wait) = AsyncStream<Void>.makeStream()
        let backend = try await Backend(transport: listener, sleep: { _ in wait.yield() })
        #expect(try await backend.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/hook"}"#).status == 201)
        let token = UUID()
        let texts = try (1...3).map { id in
            var payload = Sale.notification(.oneTimeCharge)
            payload.data?.signedTransactionInfo = try backend.sign(Sale.coins(id: String(id), token: token))
            return try backend.sign(payload)
        }
        #expect(try await backend.notify(texts[0]) == 200)
        #expect(try await backend.server.deliverWebhooks() == 1)
        let slow = SlowWriter()
        async let written: Void = slow.write(texts[1], in: backend)
        await slow.hasWritten()
        #expect(try await backend.notify(texts[2]) == 200)
        let meanwhile = Task {
            var waits = waits.makeAsyncIterator()
            await waits.next()
            slow.finish()
        }
        #expect(try await backend.server.deliverWebhooks() == 1)
        wait.finish()
        await meanwhile.value
        try await written
        #expect(try await backend.server.deliverWebhooks() == 1)
        #expect(listener.all.map(\.original) == ["1", "2", "3"])
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

/// Another server's transaction, which ends when it is told.
private final class SlowWriter: Sendable {
    private let end = DispatchSemaphore(value: 0)
    private let (written, tell) = AsyncStream<Void>.makeStream()

    /// Takes a notification in.
    func write(_ text: String, in backend: Backend) async throws {
        let verifier = JWSVerifier(
            trust: .appStore(roots: [backend.authority.root]),
            expecting: ExpectedApp(bundleID: Backend.bundleID, environments: [.sandbox]))
        let notification = try verifier.verify(text, as: ResponseBodyV2DecodedPayload.self)
        let facts = try SignedFacts(notification)
        let location = backend.database.location
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            // It blocks its thread, so it has one of its own.
            Thread.detachNewThread { [self] in
                continuation.resume(
                    with: Result {
                        defer { tell.finish() }
                        let store = try LedgerStore(Database(at: location))
                        try store.transaction(on: ["slow"]) { () throws(DatabaseError) in
                            _ = try store.record(
                                notification, facts: facts, app: Backend.bundleID, receivedAt: SignedHistory.opening)
                            tell.finish()
                            end.wait()
                        }
                    })
            }
        }
    }

    /// Returns when it has written, and not finished.
    func hasWritten() async {
        for await _ in written {}
    }

    func finish() { end.signal() }
}
