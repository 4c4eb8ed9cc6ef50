// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreHost
import Testing

@testable import StoreServer

@Suite struct ControlClockTests {
    private struct Clock: Decodable {
        struct Event: Decodable, Equatable {
            var kind: String
            var date: Int64
            var account: String?
            var cause: String?
            var state: String?
            var productId: String?
            var transactionId: String?
            var notificationType: String?
            var subtype: String?
        }

        var now: Int64
        var time: String
        var offsetMilliseconds: Int64
        var happened: [Event]?
    }

    @Test("The clock shows the store's time")
    func shows() async throws {
        let clock: Clock = try await TestStore().ask(.get, "/control/v1/clock").decode()
        #expect(clock.now == TestStore.start.milliseconds)
        #expect(clock.time == "2026-01-31T10:00:00Z")
        #expect(clock.offsetMilliseconds == 0)
        #expect(clock.happened == nil)
    }

    @Test(
        "A duration is counted in the calendar",
        arguments: [
            ("P1M", "2026-02-28T10:00:00Z"), ("P1Y", "2027-01-31T10:00:00Z"), ("P2W", "2026-02-14T10:00:00Z"),
            ("P3D", "2026-02-03T10:00:00Z"), ("PT12H", "2026-01-31T22:00:00Z"), ("PT90M", "2026-01-31T11:30:00Z"),
            ("PT1S", "2026-01-31T10:00:01Z"),
        ])
    func advances(duration: String, time: String) async throws {
        let store = try TestStore()
        let answer = try await store.ask(.post, "/control/v1/clock", body: #"{"advance":"\#(duration)"}"#)
        let clock: Clock = try answer.decode()
        #expect(clock.time == time)
        #expect(clock.offsetMilliseconds == clock.now - TestStore.start.milliseconds)
        #expect(store.host.now.milliseconds == clock.now)
        #expect(clock.happened == [])
    }

    @Test("Milliseconds and moments move it too")
    func movesExactly() async throws {
        let store = try TestStore()
        var clock: Clock = try await store.ask(
            .post, "/control/v1/clock", body: #"{"advanceMilliseconds":1500}"#
        ).decode()
        #expect(clock.now == TestStore.start.milliseconds + 1500)
        let moment = TestStore.start.milliseconds + 9000
        clock = try await store.ask(.post, "/control/v1/clock", body: #"{"to":\#(moment)}"#).decode()
        #expect(clock.now == moment)
    }

    @Test("What fell due is told in order, each thing with its time")
    func tellsWhatHappened() async throws {
        let store = try TestStore()
        let id = try store.buy(Shop.monthly, account: "anna")
        let answer = try await store.ask(.post, "/control/v1/clock", body: #"{"advance":"P2M"}"#)
        let events = try #require(answer.decode(Clock.self).happened)
        #expect(
            events.map(\.kind) == [
                "transaction", "subscription", "notification", "transaction", "subscription", "notification",
            ])
        // 28 February and 31 March, 10:00 UTC.
        let (february, march): (Int64, Int64) = (1_772_272_800_000, 1_774_951_200_000)
        #expect(events.map(\.date) == [february, february, february, march, march, march])
        #expect(events.allSatisfy { $0.account == "anna" && $0.productId == Shop.monthly })
        #expect(events[0].cause == "renewal")
        #expect(events[0].transactionId != id)
        #expect(events[1].state == "active")
        #expect(events[2].notificationType == "DID_RENEW")
        #expect(events[2].transactionId == events[0].transactionId)
    }

    @Test("A story that is too long keeps its beginning")
    func shortensStories() throws {
        let store = try TestStore()
        try store.buy(Shop.monthly)
        let effects = store.host.advance(by: 40 * 86_400_000)
        #expect(effects.count == 3)
        let labels = AccountLabels(store.host.accountNames)
        let now = store.host.now
        let story = store.host.read { engine in
            Happening.list(effects, until: now, limit: 2, accounts: labels, engine: engine)
        }
        #expect(story.map(\.kind) == ["transaction", "subscription"])
    }

    @Test(
        "A move that makes no sense is refused and moves nothing",
        arguments: [
            "{}", "", "[]", "x", #"{"advance":"P1M","to":1}"#, #"{"advance":"P1M1D"}"#, #"{"advance":"month"}"#,
            #"{"advance":"PT0S"}"#, #"{"advance":5}"#, #"{"advanceMilliseconds":-1}"#, #"{"to":1}"#,
            #"{"advanceMilliseconds":9223372036854775807}"#, #"{"to":253402300800000}"#,
        ])
    func refuses(body: String) async throws {
        let store = try TestStore()
        let answer = try await store.ask(.post, "/control/v1/clock", body: body)
        #expect(answer.status == 400)
        #expect(answer.code == "badRequest")
        #expect(store.host.now == TestStore.start)
    }
}
