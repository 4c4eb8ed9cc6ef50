// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
import DatabaseTestSupport
import Foundation
import HTTPService
import SignedData
import StoreEngine
import StoreHost
import SubscriptionServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct RefundDecisionTests {
    private static let asked = SignedHistory.opening + 3_600_000
    private static let hour: Int64 = 3_600_000

    /// A server that was asked about the refund of coins worth 100, of which 60 are spent.
    private func asked(
        _ store: any APITransport, policy: String? = #"{"consent": "everyone", "preference": "DECLINE"}"#
    ) async throws -> Backend {
        let backend = try await Backend(clients: [.sandbox: try TestStore.client(transport: store)])
        let map = #"{"entitlements": {}, "credits": {"coins": {"currency": "gold", "amount": 100}}}"#
        _ = try await backend.ask(.put, "/v1/entitlements", map)
        if let policy { #expect(try await backend.ask(.put, "/v1/refund-policy", policy).status == 200) }
        _ = try await backend.verify(try backend.sign(Sale.coins(id: "7")))
        _ = try await backend.ask(
            .post, "/v1/customers/7/spends", #"{"key": "a", "currency": "gold", "amount": 60}"#)
        backend.advance(to: Self.asked)
        #expect(try await backend.notify(try request(backend)) == 200)
        return backend
    }

    private func request(_ backend: Backend) throws -> String {
        var payload = Sale.notification(.consumptionRequest, signedAt: Self.asked)
        payload.notificationUUID = "f0f0f0f0-0000-4000-8000-000000000001"
        payload.data?.consumptionRequestReason = .unintendedPurchase
        payload.data?.signedTransactionInfo = try backend.sign(Sale.coins(id: "7"))
        return try backend.sign(payload)
    }

    private func only(_ backend: Backend) async throws -> JSON {
        let found = try await backend.ask(.get, "/v1/refund-requests")["requests"].array
        #expect(found.count == 1)
        return found.first ?? JSON(NSNull())
    }

    @Test func thePolicyAnswersOnce() async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 202) }
        let backend = try await asked(store)
        // The App Store asks twice when it did not hear the 200.
        #expect(try await backend.notify(try request(backend)) == 200)
        while try await backend.server.answerRefundRequests() > 0 {}
        #expect(store.all.map(\.url.path) == ["/inApps/v2/transactions/consumption/7"])
        let told = JSON(try JSONSerialization.jsonObject(with: try #require(store.all.first?.body)))
        #expect(told["customerConsented"].bool == true && told["refundPreference"].string == "DECLINE")
        #expect(told["consumptionPercentage"].int == 60_000 && told["deliveryStatus"].string == "DELIVERED")
        let shown = try await only(backend)
        #expect(shown["state"].string == "answered" && shown["decidedBy"].string == "policy 1")
        #expect(shown["reason"].string == "UNINTENDED_PURCHASE" && shown["attempts"].int == 1)
        #expect(shown["deadline"].int == (Self.asked + 12 * Self.hour).milliseconds)
        #expect(shown["answer"]["refundPreference"].string == "DECLINE")
    }

    @Test func whatTheStoreCannotTakeNowIsTriedUntilItIsTooLate() async throws {
        let status = Mutex(500)
        let store = ScriptedStore { _ in APIHTTPResponse(status: status.withLock { $0 }) }
        let backend = try await asked(store)
        var now = Self.asked
        while now < Self.asked + 12 * Self.hour {
            _ = try await backend.server.answerRefundRequests()
            now = now + Self.hour / 4
            backend.advance(to: now)
        }
        #expect(try await only(backend)["state"].string == "waiting")
        #expect(store.all.count > 10 && Set(store.all.map(\.body)).count == 1)
        #expect(try await backend.server.answerRefundRequests() == 1)
        let missed = try await only(backend)
        #expect(missed["state"].string == "missed" && missed["problem"].string == "HTTP status 500")
        // After that nobody tries any more.
        let tries = store.all.count
        status.withLock { $0 = 202 }
        backend.advance(to: now + Self.hour)
        #expect(try await backend.server.answerRefundRequests() == 0 && store.all.count == tries)
        let late = try await backend.ask(
            .post, "/v1/refund-requests/1/decision", #"{"customerConsented": true}"#)
        #expect(late.status == 409 && late["code"].string == "tooLate")
    }

    @Test func aServerThatStartsAgainTellsWhatWasDecidedBefore() async throws {
        let status = Mutex(503)
        let store = ScriptedStore { _ in APIHTTPResponse(status: status.withLock { $0 }) }
        let backend = try await asked(store)
        _ = try await backend.server.answerRefundRequests()
        // Another policy is for what is decided from now on.
        let other = #"{"consent": "everyone", "preference": "GRANT_FULL"}"#
        #expect(try await backend.ask(.put, "/v1/refund-policy", other).status == 200)
        status.withLock { $0 = 202 }
        backend.advance(to: Self.asked + Self.hour)
        let restarted = try backend.another()
        #expect(try await restarted.answerRefundRequests() == 1)
        #expect(try await restarted.answerRefundRequests() == 0)
        #expect(try await backend.server.answerRefundRequests() == 0)
        #expect(store.all.count == 2 && Set(store.all.map(\.body)).count == 1)
        #expect(try await only(backend)["decidedBy"].string == "policy 1")
    }

    @Test func `While one server tells the App Store something, another tells it nothing`() async throws {
        let store = BusyStore()
        let backend = try await asked(store)
        let other = try backend.another()
        let counts = Mutex<[Int]>([])
        store.meanwhile.withLock {
            $0 = {
                // People may decide at any moment.
                let body = #"{"customerConsented": true, "refundPreference": "GRANT_FULL"}"#
                let status = try await backend.ask(.post, "/v1/refund-requests/1/decision", body).status
                #expect(status == 200)
                let count = try await other.answerRefundRequests()
                counts.withLock { $0.append(count) }
                return 503
            }
        }
        #expect(try await backend.server.answerRefundRequests() == 1)
        #expect(counts.withLock { $0 } == [0] && store.told.withLock { $0 } == ["DECLINE"])
        // As the App Store did not take that, it is told what was decided since.
        store.meanwhile.withLock { $0 = { 202 } }
        #expect(try await other.answerRefundRequests() == 1)
        #expect(try await backend.server.answerRefundRequests() == 0)
        #expect(store.told.withLock { $0 } == ["DECLINE", "GRANT_FULL"])
        let shown = try await only(backend)
        #expect(shown["state"].string == "answered" && shown["decidedBy"].string == "hand")
    }

    @Test func `What the App Store took counts, whatever was decided meanwhile`() async throws {
        let store = BusyStore()
        let backend = try await asked(store)
        store.meanwhile.withLock {
            $0 = {
                let body = #"{"customerConsented": true, "refundPreference": "GRANT_FULL"}"#
                let status = try await backend.ask(.post, "/v1/refund-requests/1/decision", body).status
                #expect(status == 200)
                return 202
            }
        }
        #expect(try await backend.server.answerRefundRequests() == 1)
        #expect(try await backend.server.answerRefundRequests() == 0)
        let shown = try await only(backend)
        #expect(shown["state"].string == "answered" && shown["answer"]["refundPreference"].string == "DECLINE")
    }

    @Test func `What a server that died was about to tell is told by another, after some time`() async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 202) }
        let backend = try await asked(store)
        let until = Self.asked + 300_000
        try backend.database.open().run("UPDATE refund_requests SET claimed = $1", [.integer(until.milliseconds)])
        let other = try backend.another()
        #expect(try await other.answerRefundRequests() == 0)
        backend.advance(to: until)
        #expect(try await other.answerRefundRequests() == 1)
        #expect(try await backend.server.answerRefundRequests() == 0)
        #expect(store.all.count == 1)
    }

    @Test func `None waits for the answer to another until others believe it forgotten`() async throws {
        let store = BusyStore()
        let backend = try await asked(store)
        var payload = Sale.notification(.consumptionRequest, signedAt: Self.asked)
        payload.data?.signedTransactionInfo = try backend.sign(Sale.coins(id: "8"))
        #expect(try await backend.notify(try backend.sign(payload)) == 200)
        let (both, arrive) = AsyncStream<Void>.makeStream()
        store.meanwhile.withLock {
            $0 = { [told = store] in
                if told.told.withLock({ $0.count }) == 2 { arrive.finish() }
                for await _ in both {}
                return 202
            }
        }
        #expect(try await backend.server.answerRefundRequests() == 2)
        let states = try await backend.ask(.get, "/v1/refund-requests")["requests"].array.map { $0["state"].string }
        #expect(states == ["answered", "answered"])
    }

    @Test func whatTheStoreRefusesIsShownAndCanBeMended() async throws {
        let status = Mutex(400)
        let store = ScriptedStore { _ in
            APIHTTPResponse(
                status: status.withLock { $0 }, headers: ["Content-Type": "application/json"],
                body: Data(#"{"errorCode": 4000044, "errorMessage": "No."}"#.utf8))
        }
        let backend = try await asked(store)
        while try await backend.server.answerRefundRequests() > 0 {}
        let refused = try await only(backend)
        #expect(refused["state"].string == "refused" && refused["problem"].string == "No. (4000044)")
        status.withLock { $0 = 202 }
        let decided = try await backend.ask(
            .post, "/v1/refund-requests/1/decision", #"{"customerConsented": true, "refundPreference": "GRANT_FULL"}"#)
        #expect(decided["state"].string == "waiting" && decided["decidedBy"].string == "hand")
        while try await backend.server.answerRefundRequests() > 0 {}
        #expect(try await only(backend)["state"].string == "answered")
        #expect(store.all.count == 2)
    }

    @Test func withoutConsentNothingIsTold() async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 202) }
        let backend = try await asked(store, policy: #"{"consent": "recorded"}"#)
        _ = try await backend.server.answerRefundRequests()
        #expect(store.all.isEmpty)
        #expect(try await only(backend)["problem"].string == "the customer's consent is not recorded")
        let consent = "/v1/customers/7/consumption-consent"
        #expect(try await backend.ask(.put, consent, #"{"isGiven": false}"#).status == 200)
        _ = try await backend.server.answerRefundRequests()
        #expect(store.all.isEmpty)
        #expect(try await backend.ask(.put, consent, #"{"isGiven": true}"#).status == 200)
        #expect(try await backend.ask(.get, "/v1/customers/7")["consumptionConsent"].bool == true)
        _ = try await backend.server.answerRefundRequests()
        #expect(store.all.count == 1)
        let hand = try await backend.ask(
            .post, "/v1/refund-requests/1/decision", #"{"customerConsented": false}"#)
        #expect(hand.status == 400)
    }

    @Test func peopleDecideBeforeThePolicyDoes() async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 202) }
        let policy = #"{"consent": "everyone", "preference": "DECLINE", "delayMinutes": 60}"#
        let backend = try await asked(store, policy: policy)
        _ = try await backend.server.answerRefundRequests()
        backend.advance(to: Self.asked + (Self.hour - 1))
        _ = try await backend.server.answerRefundRequests()
        #expect(store.all.isEmpty)
        backend.advance(to: Self.asked + Self.hour)
        _ = try await backend.server.answerRefundRequests()
        #expect(store.all.count == 1)
    }

    @Test func withoutAPolicyPeopleDecide() async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 202) }
        let backend = try await asked(store, policy: nil)
        _ = try await backend.server.answerRefundRequests()
        #expect(try await only(backend)["problem"].string == "there is no policy")
        let body = #"{"customerConsented": true, "consumptionPercentage": 60000, "refundPreference": "GRANT_PRORATED"}"#
        #expect(try await backend.ask(.post, "/v1/refund-requests/1/decision", body).status == 200)
        _ = try await backend.server.answerRefundRequests()
        let shown = try await only(backend)
        #expect(shown["state"].string == "answered" && shown["answer"]["consumptionPercentage"].int == 60_000)
        #expect(try await backend.ask(.post, "/v1/refund-requests/9/decision", body).status == 404)
        // The same decision once more is what it was; another comes too late.
        let again = try await backend.ask(.post, "/v1/refund-requests/1/decision", body)
        #expect(again.status == 200 && again["state"].string == "answered")
        let other = #"{"customerConsented": true, "refundPreference": "DECLINE"}"#
        #expect(try await backend.ask(.post, "/v1/refund-requests/1/decision", other).status == 409)
        #expect(store.all.count == 1)
    }

    @Test(arguments: ["REFUND", "REFUND_DECLINED"])
    func `What the App Store decided is shown in whatever order it tells`(type: String) async throws {
        for isLate in [true, false] {
            let store = ScriptedStore { _ in APIHTTPResponse(status: 202) }
            let backend = try await Backend(clients: [.sandbox: try TestStore.client(transport: store)])
            backend.advance(to: Self.asked)
            let date = Self.asked + 1000
            var coins = Sale.coins(id: "7")
            coins.signedDate = date.date
            if type == "REFUND" { coins.revocationDate = date.date }
            let decided = try backend.signedNotification(
                try #require(NotificationTypeV2(rawValue: type)), signedAt: date, coins)
            let texts = [try request(backend), decided]
            for text in isLate ? texts.reversed() : texts { #expect(try await backend.notify(text) == 200) }
            #expect(try await only(backend)["outcome"].string == (type == "REFUND" ? "refunded" : "declined"))
            // Then there is nothing to say any more.
            _ = try await backend.server.answerRefundRequests()
            #expect(try await only(backend)["state"].string == "missed" && store.all.isEmpty)
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"consent": "perhaps"}"#, #"{"consent": "everyone", "preferense": "DECLINE"}"#,
        #"{"consent": "everyone", "rules": [{"product": ["coins"]}]}"#,
        #"{"consent": "everyone", "rules": [{"minConsumedPercent": 101}]}"#,
        #"{"consent": "everyone", "delayMinutes": 9999}"#,
    ])
    func `A policy that says what nobody reads is refused`(policy: String) async throws {
        let backend = try await Backend()
        #expect(try await backend.ask(.put, "/v1/refund-policy", policy).status == 400)
        #expect(try await backend.ask(.get, "/v1/refund-policy").status == 404)
    }

    @Test func aRealStoreAsksHearsAndDecides() async throws {
        try await TestStore.with { store in
            let (index, id) = try store.sell("monthly")
            let backend = try await store.backend()
            let policy = #"""
                {"consent": "everyone", "rules": [{"products": ["monthly"], "maxAgeHours": 1, "preference": "GRANT_FULL"}]}
                """#
            #expect(try await backend.ask(.put, "/v1/refund-policy", policy).status == 200)
            _ = try store.host.perform(
                .refundDesk(.request(transaction: index, reason: .unsatisfiedWithPurchase, inApp: false)))
            try await backend.hear { try await $0.ask(.get, "/v1/refund-requests")["requests"].array.count == 1 }
            while try await backend.server.answerRefundRequests() > 0 {}
            let shown = try await only(backend)
            #expect(shown["state"].string == "answered" && shown["transactionId"].string == id)
            #expect(store.consumption.count == 1)
            #expect(store.consumption.first?.contains("consumption of \(id): DELIVERED, prefers GRANT_FULL") == true)
            _ = try store.host.perform(.refund(transaction: index, reason: .refundedForOtherReason))
            try await backend.hear {
                try await $0.ask(.get, "/v1/refund-requests")["requests"][0]["outcome"].string == "refunded"
            }
            // A server that starts again on the same ledger has nothing to say.
            #expect(try await backend.server.answerRefundRequests() == 0)
        }
    }
}

extension Backend {
    /// Asks the store for what it announced until something is so; a store announces in its own time.
    func hear(until isSo: (Backend) async throws -> Bool) async throws {
        while try await !isSo(self) {
            let reports = try await ask(.post, "/v1/reconciliation")["reports"]
            try #require(reports[0]["problems"].array.isEmpty, "\(reports[0]["problems"])")
            await Task.yield()
        }
    }
}

/// An App Store that takes its time to answer.
private final class BusyStore: APITransport {
    /// What happens until it answers, and with which status it does.
    let meanwhile = Mutex<@Sendable () async throws -> Int>({ 202 })
    /// The preferences it was told.
    let told = Mutex<[String]>([])

    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        let body = JSON(try JSONSerialization.jsonObject(with: request.body ?? Data()))
        told.withLock { $0.append(body["refundPreference"].string ?? "") }
        return APIHTTPResponse(status: try await meanwhile.withLock { $0 }())
    }
}
