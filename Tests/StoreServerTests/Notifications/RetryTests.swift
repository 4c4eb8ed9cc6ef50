// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import Synchronization
import Testing

@testable import StoreServer

@Suite struct RetryTests {
    static let target = URL(string: "http://192.0.2.1/notifications")
    static let hour: Int64 = 3_600_000

    /// Hours since the announcement at which there were attempts, and their results.
    func attempts(_ store: TestStore) -> [String] {
        store.dispatcher.sent.entries(after: 0, limit: 1).first?.attempts.map { attempt in
            "\((attempt.date - TestStore.start) / Self.hour) \(attempt.result.rawValue)"
        } ?? []
    }

    static func failures(_ hours: [Int]) -> [String] { hours.map { "\($0) UNSUCCESSFUL_HTTP_RESPONSE_CODE" } }

    @Test("Production tries again 1, 12, 24, 48 and 72 hours after the attempt before, with one notification (case 67)")
    func triesSixTimes() async throws {
        let client = TestClient { _ in 500 }
        let store = try TestStore(notifying: [#require(Self.target)], client: client, environment: .production)
        try store.buy(Shop.lamp)
        store.host.advance(by: 400 * Self.hour)
        await store.deliverAll()
        #expect(attempts(store) == Self.failures([0, 1, 13, 37, 85, 157]))
        let texts = await client.posts(6).map(\.signedPayload)
        #expect(Set(texts).count == 1)
    }

    @Test("The sandbox sends once")
    func triesOnceInSandbox() async throws {
        let store = try TestStore(notifying: [#require(Self.target)], client: TestClient { _ in 500 })
        try store.buy(Shop.lamp)
        store.host.advance(by: 400 * Self.hour)
        await store.deliverAll()
        #expect(attempts(store) == Self.failures([0]))
    }

    @Test("Nothing is sent again once it was taken, nor before its time")
    func stopsWhenTaken() async throws {
        let count = Mutex(0)
        let client = TestClient { _ in
            count.withLock { count in
                count += 1
                return count < 3 ? 503 : 206
            }
        }
        let store = try TestStore(notifying: [#require(Self.target)], client: client, environment: .production)
        try store.buy(Shop.lamp)
        store.host.advance(by: 12 * Self.hour)
        let running = Task { await store.dispatcher.run() }
        _ = await client.posts(2)
        #expect(count.withLock { $0 } == 2)
        store.host.advance(by: Self.hour)
        _ = await client.posts(1)
        store.host.advance(by: 400 * Self.hour)
        await store.deliverAll()
        await running.value
        #expect(attempts(store) == Self.failures([0, 1]) + ["13 SUCCESS"])
        #expect(count.withLock { $0 } == 3)
    }

    @Test("An answer 400 is final where the policy says so (case 69)", arguments: [true, false])
    func judgesBadRequests(retries: Bool) async throws {
        var policy = DeliveryPolicy.standard(in: .production)
        policy.retriesBadRequests = retries
        let store = try TestStore(
            notifying: [#require(Self.target)], client: TestClient { _ in 400 }, environment: .production,
            policy: policy)
        try store.buy(Shop.lamp)
        store.host.advance(by: 400 * Self.hour)
        await store.deliverAll()
        #expect(attempts(store).count == (retries ? 6 : 1))
    }

    @Test("Whoever fails gets it again, whoever took it does not")
    func keepsTargetsApart() async throws {
        let (one, two) = try (#require(URL(string: "http://192.0.2.1/")), #require(URL(string: "http://192.0.2.2/")))
        let client = TestClient { url in url == one ? 500 : 200 }
        let store = try TestStore(notifying: [one, two], client: client, environment: .production)
        try store.buy(Shop.lamp)
        store.host.advance(by: Self.hour)
        await store.deliverAll()
        let entry = try #require(store.dispatcher.sent.entries(after: 0, limit: 1).first)
        #expect(entry.attempts.filter { $0.target == one }.count == 2)
        #expect(entry.attempts.filter { $0.target == two }.count == 1)
        #expect(entry.isFailure)
    }

    @Test("A later notification does not wait for one that failed")
    func holdsNobodyUp() async throws {
        let count = Mutex(0)
        let client = TestClient { _ in
            count.withLock {
                $0 += 1; return $0 == 1 ? 500 : 200
            }
        }
        let store = try TestStore(notifying: [#require(Self.target)], client: client, environment: .production)
        try store.buy(Shop.lamp)
        store.host.advance(by: Self.hour / 2)
        try store.buy(Shop.coins)
        store.host.advance(by: Self.hour)
        await store.deliverAll()
        let texts = try await client.posts(3).map { try store.notification($0.signedPayload).notificationUUID }
        #expect(texts[0] == texts[2])
        #expect(texts[0] != texts[1])
    }
}
