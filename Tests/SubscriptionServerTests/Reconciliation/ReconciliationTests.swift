// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import Testing

/// A server that heard nothing asks a store that knows everything.
@Suite(.timeLimit(.minutes(2))) struct ReconciliationTests {
    @Test func whatWasMissedIsRepaired() async throws {
        try await TestStore.with { store in
            let host = store.host
            let account = host.account(named: nil)
            guard
                case .purchased(let first) = try host.perform(.purchase(.init(account: account, productID: "monthly")))
            else { return }
            let original = try #require(host.read { $0.payload(of: $0[first], signedAt: $0.now).transactionId })
            let backend = try await store.backend()
            // The customer's app tells of the first month and is not opened again.
            let signed = try host.read {
                try JWSSigner(store.authority).sign(WireJSON.encode($0.payload(of: $0[first], signedAt: $0.now)))
            }
            _ = try await backend.verify(signed)
            host.advance(by: 40 * 86_400_000)
            backend.advance(to: host.now)
            let before = try await backend.ask(.get, "/v1/customers/\(original)")
            #expect(before["entitlements"].array.isEmpty)
            let answer = try await backend.ask(.post, "/v1/reconciliation")
            #expect(answer["reports"][0]["problems"].array.isEmpty)
            let after = try await backend.ask(.get, "/v1/customers/\(original)")
            #expect(after["subscriptions"][0]["status"].string == "active")
            #expect(after["subscriptions"][0]["willRenew"].bool == true)
            // The store makes its notifications in its own time, and of the Sandbox it remembers thirty days. Once more finds
            // nothing that is new.
            try await backend.hear {
                let listed = try await $0.ask(.get, "/v1/notifications")["notifications"].array
                return listed.map { $0["type"].string } == ["DID_RENEW"]
            }
            let events = try await backend.ask(.get, "/v1/events?limit=1000")["events"].array.count
            // The store's clock goes on.
            let moment = host.now
            backend.advance(to: moment)
            let again = try await backend.ask(.post, "/v1/reconciliation?all=true")
            let counted = String(decoding: try await backend.ask(.get, "/metrics").body, as: UTF8.self)
            let label = "{app=\"\(Backend.bundleID)\",environment=\"Sandbox\"}"
            #expect(counted.contains("openstorekit_reconciliation_runs_total\(label) 2\n"))
            #expect(counted.contains("openstorekit_reconciliation_failures_total\(label) 0\n"))
            let seconds = moment.milliseconds / 1000
            #expect(
                counted.contains("openstorekit_reconciliation_last_success_timestamp_seconds\(label) \(seconds)\n"))
            #expect(again["reports"][0]["notifications"].int == 0)
            #expect(try await backend.ask(.get, "/v1/events?limit=1000")["events"].array.count == events)
        }
    }

    @Test func notificationsThatNeverArrivedAreFetched() async throws {
        try await TestStore.with { store in
            let (index, id) = try store.sell("monthly")
            let backend = try await store.backend()
            try await backend.hear { try await $0.ask(.get, "/v1/customers/\(id)").status == 200 }
            let listed = try await backend.ask(.get, "/v1/notifications")["notifications"].array
            #expect(listed.map { $0["type"].string } == ["SUBSCRIBED"])
            _ = try store.host.perform(.refund(transaction: index, reason: .refundedForOtherReason))
            try await backend.hear {
                try await $0.ask(.get, "/v1/customers/\(id)")["subscriptions"][0]["status"].string == "revoked"
            }
            let events = try await backend.ask(.get, "/v1/events")["events"].array.map { $0["type"].string }
            #expect(events.contains("refund"))
            let again = try await backend.ask(.post, "/v1/reconciliation")["reports"][0]
            #expect(again["notifications"].int == 0 && again["problems"].array.isEmpty)
        }
    }

    @Test func aStoreWhoseClockIsMonthsAheadIsAskedAsAnyOther() async throws {
        try await TestStore.with { store in
            let (index, id) = try store.sell("monthly")
            // Its own clock stays where it is.
            let backend = try await store.backend()
            store.host.advance(by: 200 * 86_400_000)
            func heard(_ type: String) async throws -> Bool {
                try await backend.ask(.get, "/v1/events")["events"].array.contains { $0["type"].string == type }
            }
            try await backend.hear { _ in try await heard("renewal") }
            // Now that it knows of the future it is asked again.
            _ = try store.host.perform(.refund(transaction: index, reason: .refundedForOtherReason))
            try await backend.hear { _ in try await heard("refund") }
            let report = try await backend.ask(.post, "/v1/reconciliation")["reports"][0]
            #expect(report["problems"].array.isEmpty && report["notifications"].int == 0)
            #expect(try await backend.ask(.get, "/v1/customers/\(id)").status == 200)
        }
    }

    @Test func aLedgerThatKnowsOfTheFutureAsksAStoreThatDoesNot() async throws {
        let store = ScriptedStore { _ in
            APIHTTPResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: Data(#"{"hasMore": false}"#.utf8))
        }
        let backend = try await Backend(clients: [.sandbox: try TestStore.client(transport: store)])
        let ahead = SignedHistory.opening + 200 * 86_400_000
        #expect(try await backend.notify(try backend.sign(Sale.notification(.test, signedAt: ahead))) == 200)
        _ = try await backend.ask(.post, "/v1/reconciliation")
        let asked = JSON(try JSONSerialization.jsonObject(with: try #require(store.all.first?.body)))
        let (start, end) = (try #require(asked["startDate"].int), try #require(asked["endDate"].int))
        #expect(start < SignedHistory.opening.milliseconds && end > ahead.milliseconds)
    }

    @Test func aStoreThatIsDownIsAProblemAndNoHarm() async throws {
        let nobody = try TestStore.client(transport: ScriptedStore { _ in APIHTTPResponse(status: 500) })
        let backend = try await Backend(clients: [.sandbox: nobody])
        let answer = try await backend.ask(.post, "/v1/reconciliation")
        #expect(answer.status == 200 && !answer["reports"][0]["problems"].array.isEmpty)
    }

    @Test func withoutAKeyThereIsNobodyToAsk() async throws {
        let answer = try await Backend().ask(.post, "/v1/reconciliation")
        #expect(answer.status == 409 && answer["code"].string == "noServerAPI")
    }
}
