// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import Synchronization
import Testing

@testable import StoreServer

@Suite struct NotificationDeliveryTests {
    let one: URL
    let two: URL

    init() throws {
        one = try #require(URL(string: "http://192.0.2.1/one?secret=1"))
        two = try #require(URL(string: "http://192.0.2.2/two"))
    }

    @Test("Every target gets every notification in order, whatever the others do")
    func deliversInOrder() async throws {
        let one = one
        let client = TestClient { url throws(SendFailure) in
            guard url == one else { return 200 }
            throw SendFailure(.socketIssue)
        }
        let store = try TestStore(notifying: [one, two], client: client)
        try store.buy(Shop.monthly)
        store.host.advance(by: 100 * 86_400_000)
        await store.deliverAll()

        let entries = store.dispatcher.sent.entries(after: 0, limit: 100)
        let types = entries.map(\.draft.record.type)
        #expect(types == [.subscribed, .didRenew, .didRenew, .didRenew])
        let posts = await client.posts(8)
        for target in [one, two] {
            let payloads = try posts.filter { $0.url == target }.map { try store.notification($0.signedPayload) }
            #expect(payloads.map(\.notificationType) == types)
        }
        for entry in entries {
            #expect(entry.attempts.count == 2)
            #expect(entry.attempts.first { $0.target == one }?.result == .socketIssue)
            #expect(entry.attempts.first { $0.target == two }?.result == .success)
        }
    }

    @Test("A target that never answers holds nobody up, neither the store nor another target")
    func toleratesSilence() async throws {
        let one = one
        let client = TestClient { url throws(SendFailure) in
            if url == one { await waitForCancellation() }
            return 200
        }
        let store = try TestStore(notifying: [one, two], client: client)
        let running = Task { await store.dispatcher.run() }
        try store.buy(Shop.lamp)
        try store.buy(Shop.coins)
        let posts = await client.posts(3)
        #expect(posts.filter { $0.url == two }.count == 2)
        #expect(posts.filter { $0.url == one }.count == 1)
        running.cancel()
        await running.value
        #expect(
            store.dispatcher.sent.entries(after: 0, limit: 9).allSatisfy { $0.attempts.allSatisfy { $0.target == two } }
        )
    }

    @Test("A target that does not answer in time has timed out, and is sent the next")
    func timesOut() async throws {
        let client = TestClient { _ throws(SendFailure) in
            await waitForCancellation()
            return 200
        }
        let store = try TestStore()
        let dispatcher = NotificationDispatcher(
            host: store.host, targets: [one], client: client, timeout: .seconds(30), clock: OnlyClock(.seconds(30)),
            log: store.log.write)
        try store.buy(Shop.lamp)
        try store.buy(Shop.coins)
        await dispatcher.finish(within: .seconds(60))
        let results = dispatcher.sent.entries(after: 0, limit: 9).map { $0.attempts.map(\.result) }
        #expect(results == [[.timedOut], [.timedOut]])
    }

    @Test("When the grace period is over, what is not delivered stays so")
    func givesUp() async throws {
        let client = TestClient { _ throws(SendFailure) in
            await waitForCancellation()
            return 200
        }
        let store = try TestStore()
        let dispatcher = NotificationDispatcher(
            host: store.host, targets: [one], client: client, timeout: .seconds(30), clock: OnlyClock(.seconds(5)),
            log: store.log.write)
        try store.buy(Shop.lamp)
        await dispatcher.finish(within: .seconds(5))
        #expect(dispatcher.sent.entries(after: 0, limit: 9).map(\.attempts.count) == [0])
    }

    @Test(
        "200 to 206 are success, everything else is not",
        arguments: [
            (200, SendAttemptResult.success), (202, .success), (206, .success),
            (207, .unsuccessfulHttpResponseCode), (301, .unsuccessfulHttpResponseCode),
            (404, .unsuccessfulHttpResponseCode), (500, .unsuccessfulHttpResponseCode),
        ])
    func judgesStatus(status: Int, result: SendAttemptResult) async throws {
        let client = TestClient { _ in status }
        let store = try TestStore(notifying: [one], client: client)
        try store.buy(Shop.lamp)
        await store.deliverAll()
        // Whatever the answer, the sandbox sends once.
        #expect(store.dispatcher.sent.entries(after: 0, limit: 1).first?.attempts.map(\.result) == [result])
    }

    @Test("The log names target and result, but no part of the address that may be secret")
    func logsAttempts() async throws {
        let store = try TestStore(notifying: [one], client: TestClient())
        try store.buy(Shop.monthly)
        await store.deliverAll()
        let line = try #require(store.log.lines.first)
        let uuid = try #require(store.dispatcher.sent.entries(after: 0, limit: 1).first?.draft.body.notificationUUID)
        #expect(
            line.hasPrefix(
                "notification type=SUBSCRIBED subtype=INITIAL_BUY uuid=\(uuid) target=http://192.0.2.1/one attempt=1 "
                    + "result=SUCCESS ms="))
        #expect(store.log.lines.count == 1)
    }

    @Test("On request the log shows what was posted, and what that carries, but nothing that is signed")
    func logsPayloads() async throws {
        let store = try TestStore()
        let dispatcher = NotificationDispatcher(
            host: store.host, targets: [one], client: TestClient(), timeout: .seconds(30),
            clock: OnlyClock(.seconds(5)),
            logsPayloads: true, log: store.log.write)
        try store.buy(Shop.monthly)
        await dispatcher.finish(within: .seconds(60))
        let payloads = store.log.lines.filter { $0.hasPrefix("payload {") }
        #expect(payloads.count == 3)
        #expect(payloads.first?.contains("\"notificationType\":\"SUBSCRIBED\"") == true)
        #expect(payloads.dropFirst().allSatisfy { $0.contains("\"productId\":\"\(Shop.monthly)\"") })
    }

    @Test("Attempts and faults are counted, and new faults do not begin the counts anew")
    func counts() async throws {
        let metrics = Metrics()
        let store = try TestStore()
        var rule = FaultRule(.drop)
        rule.times = 1
        let dispatcher = NotificationDispatcher(
            host: store.host, targets: [one, two], client: TestClient { _ in 500 }, timeout: .seconds(30),
            faults: FaultPlan(rules: [rule]), clock: OnlyClock(.seconds(5)), metrics: metrics, log: store.log.write)
        try store.buy(Shop.lamp)
        try store.buy(Shop.coins)
        await dispatcher.finish(within: .seconds(60))
        dispatcher.faults = FaultPlan()
        let page = metrics.page(counts: [:], faults: dispatcher.faultCounts)
        #expect(page.contains("openstorekit_notification_attempts_total{result=\"NO_RESPONSE\"} 2\n"))
        #expect(
            page.contains("openstorekit_notification_attempts_total{result=\"UNSUCCESSFUL_HTTP_RESPONSE_CODE\"} 2\n"))
        #expect(page.contains("openstorekit_notification_faults_total{fault=\"drop\"} 2\n"))
    }

    @Test("Without targets everything is announced and nothing attempted")
    func announcesWithoutTargets() async throws {
        let store = try TestStore()
        try store.buy(Shop.lamp)
        await store.deliverAll()
        let entries = store.dispatcher.sent.entries(after: 0, limit: 9)
        #expect(entries.map(\.draft.record.type) == [.oneTimeCharge])
        #expect(entries.first?.attempts.isEmpty == true)
    }

    @Test("A notification carries the facts of the ledger at its moment")
    func carriesLedger() async throws {
        let client = TestClient()
        let store = try TestStore(notifying: [one], client: client)
        let id = try store.buy(Shop.monthly)
        let expected = try store.expected(id)
        let index = try #require(store.record(id).subscription)
        let renewal = store.host.read { engine in
            engine.payload(of: engine.renewal(of: engine[index]), signedAt: engine.now)
        }
        store.host.advance(by: 40 * 86_400_000)
        await store.deliverAll()
        let post = try #require(await client.posts(1).first)
        let payload = try store.notification(post.signedPayload)
        #expect(payload.notificationType == .subscribed)
        #expect(payload.subtype == .initialBuy)
        #expect(payload.data?.bundleId == TestStore.bundleID)
        #expect(payload.data?.status == .active)
        #expect(try store.transaction(payload.data?.signedTransactionInfo) == expected)
        #expect(try store.renewalInfo(payload.data?.signedRenewalInfo) == renewal)
    }

    @Test("One step over four months and many small ones announce the same")
    func stepsMakeNoDifference() async throws {
        var runs: [[ResponseBodyV2DecodedPayload]] = []
        var facts: [[JWSTransactionDecodedPayload]] = []
        for steps: Int64 in [1, 119] {
            let client = TestClient()
            let store = try TestStore(notifying: [one], client: client)
            try store.buy(Shop.monthly)
            for _ in 0..<steps { store.host.advance(by: 119 * 86_400_000 / steps) }
            await store.deliverAll()
            let entries = store.dispatcher.sent.entries(after: 0, limit: 100)
            runs.append(entries.map(\.draft.body))
            facts.append(entries.compactMap(\.draft.transaction))
        }
        #expect(runs[0].map(\.notificationType) == [.subscribed, .didRenew, .didRenew, .didRenew])
        #expect(runs[0] == runs[1])
        #expect(facts[0] == facts[1])
        // From 31 January: the last day of each month, not the last day of February for ever.
        let ends = facts[0].compactMap(\.expiresDate).map { StoreInstant($0).milliseconds }
        #expect(ends == [1_772_272_800_000, 1_774_951_200_000, 1_777_543_200_000, 1_780_221_600_000])
    }
}

/// A clock on which sleeps of one length are over at once, and all others never end.
struct OnlyClock: Clock {
    let length: Duration

    init(_ length: Duration) {
        self.length = length
    }

    var now: StoppedClock.Instant { StoppedClock.Instant() }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: StoppedClock.Instant, tolerance: Duration?) async throws {
        if deadline.offset != length { await waitForCancellation() }
        try Task.checkCancellation()
    }
}
