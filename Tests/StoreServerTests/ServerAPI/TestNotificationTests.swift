// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import Testing

@testable import StoreServer

@Suite struct TestNotificationTests {
    static let target = URL(string: "http://192.0.2.1/notifications")

    @Test("Without a URL a test notification is refused: 4040007")
    func refusesWithoutURL() async throws {
        let answer = try await TestStore().server("/inApps/v1/notifications/test", method: .post)
        #expect(answer.status == 404)
        #expect(answer.errorCode == 4_040_007)
    }

    @Test("The status is not found until an attempt was made, then it has the notification and the attempt")
    func answersStatus() async throws {
        let client = TestClient()
        let store = try TestStore(notifying: [#require(Self.target)], client: client)
        let answer = try await store.server("/inApps/v1/notifications/test", method: .post)
        #expect(answer.status == 200)
        let token = try #require(answer.decode(SendTestNotificationResponse.self).testNotificationToken)
        #expect(token.wholeMatch(of: /[0-9a-f-]{36}_1769853600000/) != nil)
        let early = try await store.server("/inApps/v1/notifications/test/\(token)")
        #expect(early.status == 404)
        #expect(early.errorCode == 4_040_008)

        await store.deliverAll()
        let status = try await store.server("/inApps/v1/notifications/test/\(token)")
        let response = try status.decode(CheckTestNotificationResponse.self)
        #expect(response.sendAttempts?.map(\.sendAttemptResult) == [.success])
        #expect(response.sendAttempts?.first?.attemptDate == TestStore.start.date)
        let payload = try store.notification(response.signedPayload)
        #expect(payload.notificationType == .test)
        #expect(payload.notificationUUID == String(token.prefix(36)))
        #expect(payload.data?.signedTransactionInfo == nil)
        #expect(await client.posts(1).first?.signedPayload == response.signedPayload)
    }

    @Test("An attempt that failed is told by the App Store's name for it")
    func answersFailure() async throws {
        let client = TestClient { _ throws(SendFailure) in throw SendFailure(.socketIssue) }
        let store = try TestStore(notifying: [#require(Self.target)], client: client)
        let answer = try await store.server("/inApps/v1/notifications/test", method: .post)
        let token = try #require(answer.decode(SendTestNotificationResponse.self).testNotificationToken)
        await store.deliverAll()
        let status = try await store.server("/inApps/v1/notifications/test/\(token)")
        let attempts = try status.decode(CheckTestNotificationResponse.self).sendAttempts
        #expect(attempts?.map(\.sendAttemptResult) == [.socketIssue])
    }

    @Test(
        "A malformed token is 4000020",
        arguments: ["abc", "1_2", "0f4f2a7e-0000-4000-8000-000000000000", "0f4f2a7e-0000-4000-8000-000000000000_x"])
    func refusesMalformed(token: String) async throws {
        let answer = try await TestStore().server("/inApps/v1/notifications/test/\(token)")
        #expect(answer.status == 400)
        #expect(answer.errorCode == 4_000_020)
    }

    @Test("An unknown token, and that of another notification, are 4040008")
    func refusesUnknown() async throws {
        let client = TestClient()
        let store = try TestStore(notifying: [#require(Self.target)], client: client)
        try store.buy(Shop.lamp)
        await store.deliverAll()
        let purchase = try #require(store.dispatcher.sent.entries(after: 0, limit: 1).first?.draft.record.id)
        for id in [purchase.uuidString.lowercased(), "0f4f2a7e-0000-4000-8000-000000000000"] {
            #expect(try await store.server("/inApps/v1/notifications/test/\(id)_1").errorCode == 4_040_008)
        }
    }
}

extension TestStore {
    /// Delivers everything that was announced so far; nothing is delivered after it.
    func deliverAll() async {
        await dispatcher.finish(within: .seconds(60))
    }
}
