// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct NotificationHistoryTests {
    static let target = URL(string: "http://192.0.2.1/notifications")
    static let day: Int64 = 86_400_000
    static let start = TestStore.start.milliseconds

    func ask(_ store: TestStore, _ fields: String, token: String? = nil) async throws -> TestStore.Answer {
        let query = token.map { "?paginationToken=\($0)" } ?? ""
        return try await store.server("/inApps/v1/notifications/history\(query)", method: .post, body: "{\(fields)}")
    }

    func types(_ store: TestStore, _ answer: TestStore.Answer) throws -> [String?] {
        let history = try answer.decode(NotificationHistoryResponse.self).notificationHistory ?? []
        return try history.map { try store.notification($0.signedPayload).rawNotificationType }
    }

    static func dates(_ from: Int64 = 0, _ to: Int64 = 1) -> String {
        #""startDate": \#(start + from), "endDate": \#(start + to)"#
    }

    @Test("Everything announced in the time asked about comes, in pages of 20, each with its attempts")
    func pages() async throws {
        let client = TestClient()
        let store = try TestStore(notifying: [#require(Self.target)], client: client)
        for _ in 0..<45 { try store.buy(Shop.coins) }
        await store.deliverAll()
        var sizes: [Int] = []
        var payloads: [String] = []
        var token: String?
        repeat {
            let page = try await ask(store, Self.dates(), token: token).decode(NotificationHistoryResponse.self)
            let items = try #require(page.notificationHistory)
            sizes.append(items.count)
            payloads += items.compactMap(\.signedPayload)
            for item in items { #expect(item.sendAttempts?.map(\.sendAttemptResult) == [.success]) }
            #expect((page.paginationToken != nil) == page.hasMore)
            token = page.paginationToken
        } while token != nil
        #expect(sizes == [20, 20, 5])
        #expect(Set(payloads).count == 45)
        #expect(await client.posts(45).map(\.signedPayload) == payloads)
    }

    @Test("A type, a subtype, a customer and failures narrow the answer")
    func filters() async throws {
        let client = TestClient { _ in 500 }
        let store = try TestStore(notifying: [#require(Self.target)], client: client)
        let coins = try store.buy(Shop.coins)
        let plan = try store.buy(Shop.monthly, account: "another")
        await store.deliverAll()
        #expect(try await types(store, ask(store, Self.dates())) == ["ONE_TIME_CHARGE", "SUBSCRIBED"])
        func narrowed(_ field: String) async throws -> [String?] {
            try await types(store, ask(store, "\(Self.dates()), \(field)"))
        }
        #expect(try await narrowed(#""notificationType": "SUBSCRIBED""#) == ["SUBSCRIBED"])
        let initial = #""notificationType": "SUBSCRIBED", "notificationSubtype": "INITIAL_BUY""#
        #expect(try await narrowed(initial) == ["SUBSCRIBED"])
        let again = #""notificationType": "SUBSCRIBED", "notificationSubtype": "RESUBSCRIBE""#
        #expect(try await narrowed(again).isEmpty)
        #expect(try await narrowed(#""transactionId": "\#(coins)""#) == ["ONE_TIME_CHARGE"])
        #expect(try await narrowed(#""transactionId": "\#(plan)""#) == ["SUBSCRIBED"])
        #expect(try await narrowed(#""onlyFailures": true"#).count == 2)
        #expect(try await types(store, ask(store, Self.dates(-Self.day, 0))).isEmpty)
    }

    @Test("What was taken is no failure")
    func tellsFailures() async throws {
        let store = try TestStore(notifying: [#require(Self.target)], client: TestClient())
        try store.buy(Shop.coins)
        await store.deliverAll()
        #expect(try await types(store, ask(store, #"\#(Self.dates()), "onlyFailures": true"#)).isEmpty)
        #expect(try await types(store, ask(store, #"\#(Self.dates()), "onlyFailures": false"#)).count == 1)
    }

    @Test(
        "A wrong request has an error of its own",
        arguments: [
            (#""endDate": \#(start)"#, 4_000_015), (#""startDate": "x", "endDate": \#(start)"#, 4_000_015),
            (#""startDate": \#(start)"#, 4_000_016), (dates(1000, 2000), 4_000_015), (dates(0, -1), 4_000_013),
            (dates(-31 * day), 4_000_012), (#"\#(dates()), "notificationType": "NEWS""#, 4_000_018),
            (#"\#(dates()), "notificationSubtype": "UPGRADE""#, 4_000_018),
            (#"\#(dates()), "notificationType": "REFUND", "notificationSubtype": "UPGRADE""#, 4_000_018),
            (#"\#(dates()), "notificationType": "REFUND", "transactionId": "1""#, 4_000_019),
            (#"\#(dates()), "transactionId": "abc""#, 4_000_006),
            (#"\#(dates()), "transactionId": "2000000000009999""#, 4_040_010),
        ] as [(String, Int64)])
    func refuses(fields: String, code: Int64) async throws {
        #expect(try await ask(TestStore(), fields).errorCode == code)
    }

    @Test(
        "Sandbox keeps 30 days and Production 180",
        arguments: [(.sandbox, 30), (.production, 180)] as [(AppStoreEnvironment, Int64)])
    func forgets(environment: AppStoreEnvironment, days: Int64) async throws {
        let store = try TestStore(environment: environment)
        try store.buy(Shop.coins)
        await store.deliverAll()
        #expect(try await ask(store, Self.dates(-days * Self.day)).status == 200)
        #expect(try await ask(store, Self.dates(-days * Self.day - 1)).errorCode == 4_000_012)
        store.host.advance(by: days * Self.day)
        #expect(try await types(store, ask(store, Self.dates())).count == 1)
        store.host.advance(by: 1)
        #expect(try await types(store, ask(store, Self.dates())).isEmpty)
    }

    @Test("A pagination token is good for its own query and for a day")
    func judgesTokens() async throws {
        let store = try TestStore()
        for _ in 0..<21 { try store.buy(Shop.coins) }
        await store.deliverAll()
        let page = try await ask(store, Self.dates()).decode(NotificationHistoryResponse.self)
        let token = try #require(page.paginationToken)
        #expect(try await ask(store, Self.dates(), token: "garbage").errorCode == 4_000_014)
        #expect(try await ask(store, Self.dates(0, 2), token: token).errorCode == 4_000_014)
        #expect(try await ask(store, Self.dates(), token: token).status == 200)
        store.host.advance(by: Self.day)
        #expect(try await ask(store, Self.dates(), token: token).errorCode == 4_000_017)
    }
}
