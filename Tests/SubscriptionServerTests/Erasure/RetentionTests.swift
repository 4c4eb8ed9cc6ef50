// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import Testing

@testable import SubscriptionServer

@Suite struct RetentionTests {
    private static let opening = SignedHistory.opening
    private static let day: Int64 = 86_400_000

    private func backend(_ listener: Listener = Listener()) async throws -> Backend {
        try await Backend(transport: listener, retention: Retention(payloadDays: 10, eventDays: 90))
    }

    @Test func textsGoAndFactsStay() async throws {
        let backend = try await backend()
        let old = try backend.signedNotification(.subscribed, .initialBuy, Sale.transaction(), Sale.renewalInfo())
        #expect(try await backend.notify(old) == 200)
        #expect(try await backend.notify("x") == 400)
        backend.advance(to: Self.opening + 10 * Self.day)
        try await backend.server.sweep()
        #expect(try await backend.ask(.get, "/v1/notifications/1/payload").status == 200)
        backend.advance(to: Self.opening + 10 * Self.day + 1)
        #expect(try await backend.notify(try backend.sign(Sale.notification(.test))) == 200)
        try await backend.server.sweep()
        #expect(try await backend.ask(.get, "/v1/notifications/1/payload").status == 404)
        #expect(try await backend.ask(.get, "/v1/notifications/2/payload").status == 200)
        #expect(try await backend.ask(.get, "/v1/refusals")["refusals"].array.isEmpty)
        #expect(try await backend.ask(.get, "/v1/customers/1000/entitlements")["entitlements"].array.count == 1)
        // It is known still.
        let events = try await backend.ask(.get, "/v1/events").body
        #expect(try await backend.notify(old) == 200)
        #expect(try await backend.ask(.get, "/v1/notifications")["notifications"].array.count == 2)
        #expect(try await backend.ask(.get, "/v1/events").body == events)
    }

    @Test func anEventThatIsGoneDoesNotHappenAgain() async throws {
        let listener = Listener()
        let backend = try await backend(listener)
        _ = try await backend.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/hook"}"#)
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        while try await backend.server.deliverWebhooks() > 0 {}
        let date = Self.opening + 90 * Self.day + 1
        backend.advance(to: date)
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "8")))
        try await backend.server.sweep()
        #expect(try await backend.ask(.get, "/v1/events")["events"].array.isEmpty)
        // Told again, and told more: only what is new happens.
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        var refunded = Sale.coins(id: "7")
        refunded.revocationDate = date.date
        refunded.signedDate = date.date
        _ = try await backend.verify(try backend.sign(refunded))
        while try await backend.server.deliverWebhooks() > 0 {}
        let events = try await backend.ask(.get, "/v1/events")["events"].array
        #expect(events.map { $0["type"].string } == ["refund"])
        #expect(listener.all.count == 2)
    }

    @Test func withoutASettingEverythingStays() async throws {
        let backend = try await Backend()
        #expect(try await backend.notify(try backend.sign(Sale.notification(.test))) == 200)
        backend.advance(to: Self.opening + 5000 * Self.day)
        try await backend.server.sweep()
        #expect(try await backend.ask(.get, "/v1/notifications/1/payload").status == 200)
        #expect(try await backend.ask(.get, "/v1/events")["events"].array.count == 1)
    }

    @Test(arguments: [("payloadDays", "0"), ("payloadDays", "x"), ("eventDays", "89"), ("eventDays", "99999")])
    func `Days that cannot be are a problem`(setting: String, value: String) {
        var settings = BackendSettings()
        settings.database = "ledger.db"
        settings.apps = [.init(bundleId: "com.example.shop")]
        if setting == "payloadDays" { settings.payloadDays = value } else { settings.eventDays = value }
        guard case .failure(let found) = settings.configuration(reading: { _ in Data() }) else {
            Issue.record("\(setting) \(value) is taken")
            return
        }
        #expect(found.problems.map(\.path) == [setting])
    }
}
