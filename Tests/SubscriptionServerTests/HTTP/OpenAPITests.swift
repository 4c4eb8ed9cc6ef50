// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import DatabaseTestSupport
import Foundation
import HTTPService
import Testing

@testable import SubscriptionServer

@Suite struct OpenAPITests {
    @Test func everyMountedRouteIsDescribedAndNothingElse() async throws {
        let backend = try await Backend()
        let answer = try await backend.ask(.get, "/openapi.json")
        #expect(answer["openapi"].string == "3.1.0")
        var described: Set<String> = []
        for path in answer["paths"].names {
            for method in answer["paths"][path].names { described.insert("\(method.uppercased()) \(path)") }
        }
        #expect(described == Set(backend.server.routes.map { "\($0.method) \($0.path)" }))
        #expect(described.contains("GET /openapi.json"))
    }

    @Test func everyOperationHasANameOfItsOwn() async throws {
        let paths = try await Backend().ask(.get, "/openapi.json")["paths"]
        let names = paths.names.flatMap { path in
            paths[path].names.compactMap { paths[path][$0]["operationId"].string }
        }
        #expect(names.count == Set(names).count)
        #expect(names.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_.]+/) != nil })
    }

    @Test("Behind every route but the open ones stands the gate")
    func gate() async throws {
        let backend = try await Backend()
        let open = backend.server.routes.filter { $0.scope == nil }.map(\.path)
        #expect(
            Set(open) == [
                "/v1/notifications/apple", "/v1/notifications/apple/{bundleId}", "/healthz", "/readyz", "/openapi.json",
            ])
        for route in backend.server.routes where route.scope != nil {
            let path = route.path.replacing("{", with: "").replacing("}", with: "")
            #expect(try await backend.ask(route.method, path, key: "").status == 401, "\(route.path)")
        }
    }

    @Test func theServerSaysHowItIs() async throws {
        let backend = try await Backend()
        #expect(try await backend.ask(.get, "/healthz", key: "").status == 200)
        #expect(try await backend.ask(.get, "/readyz", key: "").status == 200)
        _ = try await backend.notify("x")
        _ = try await backend.notify(try backend.sign(Sale.notification(.test)))
        let text = String(decoding: try await backend.ask(.get, "/metrics").body, as: UTF8.self)
        for line in [
            "openstorekit_notifications_total{outcome=\"recorded\"} 1", "openstorekit_notifications 1",
            "openstorekit_refusals_kept 1", "openstorekit_webhook_deliveries_waiting 0",
        ] {
            #expect(text.split(separator: "\n").contains(Substring(line)))
        }
        #expect(text.contains("openstorekit_notification_failures_total{code="))
    }

    @Test func theProcessCountsAlsoWithoutItsLedger() async throws {
        let backend = try await Backend()
        try backend.database.open().run("ALTER TABLE notifications RENAME TO elsewhere")
        #expect(try await backend.notify(try backend.sign(Sale.notification(.test))) == 503)
        let answer = try await backend.ask(.get, "/metrics")
        #expect(answer.status == 200)
        let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("openstorekit_notification_failures_total{") })
        #expect(lines.contains("openstorekit_notifications_total{outcome=\"recorded\"} 0"))
        #expect(!lines.contains { $0.hasPrefix("openstorekit_notifications ") })
    }

    @Test func everyNumberIsExplained() async throws {
        let backend = try await Backend()
        _ = try await backend.notify("x")
        let lines = String(decoding: try await backend.ask(.get, "/metrics").body, as: UTF8.self).split(separator: "\n")
        let names = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(names.count > 8)
        for name in names { #expect(lines.contains { $0.hasPrefix("# HELP \(name) ") }, "\(name)") }
    }

    @Test func whatIsToldAgainIsNotCountedAgain() async throws {
        let backend = try await Backend()
        for id in ["1", "2"] {
            let coins = Sale.coins(id: id)
            let text = try backend.signedNotification(.oneTimeCharge, signedAt: Sale.opening, coins)
            for _ in 1...3 {
                #expect(try await backend.notify(text) == 200)
                // The app tells of the same purchase.
                #expect(try await backend.verify(try backend.sign(coins)).status == 200)
            }
        }
        let text = String(decoding: try await backend.ask(.get, "/metrics").body, as: UTF8.self)
        let events = try await backend.ask(.get, "/v1/events")["events"].array.count
        #expect(events > 0)
        let lines = text.split(separator: "\n")
        #expect(lines.contains("openstorekit_notifications 2") && lines.contains("openstorekit_events \(events)"))
    }
}
