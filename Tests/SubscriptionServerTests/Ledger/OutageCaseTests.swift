// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
import DatabaseTestSupport
import Foundation
import HTTPService
import SignedData
import Testing

@testable import SubscriptionServer

/// Cases of the world around the server being in trouble.
@Suite(.timeLimit(.minutes(2))) struct OutageCaseTests {
    /// Nobody who could say whether a certificate was revoked.
    private struct Silence: OCSPTransport {
        struct Nobody: Error {}
        func response(to request: Data, from responder: URL) async throws -> Data { throw Nobody() }
    }

    private static let appleApp = "com.loki-project.loki-messenger"

    private func applesNotification() throws -> String {
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        return try String(contentsOf: folder.appending(path: "01-did-renew.jws"), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func `Case 58: without an answer about revocation the sender is to try again`() async throws {
        let text = try applesNotification()
        let strict = try await Backend(apps: [Self.appleApp], revocation: .ocspHardFail, ocsp: Silence())
        let path = "/v1/notifications/apple"
        let answer = try await strict.ask(.post, path, #"{"signedPayload": "\#(text)"}"#, key: "")
        #expect(answer.status == 503 && answer["code"].string == "revocationUnavailable")
        #expect(try await strict.ask(.get, "/v1/refusals")["refusals"].array.isEmpty)
        #expect(try await strict.ask(.get, "/v1/notifications")["notifications"].array.isEmpty)
        let app = try await strict.ask(.post, "/v1/verify", #"{"jwsRepresentation": "\#(text)"}"#)
        #expect(app.status != 500)
        let lenient = try await Backend(apps: [Self.appleApp], revocation: .ocspSoftFail, ocsp: Silence())
        #expect(try await lenient.notify(text) == 200)
    }

    @Test(arguments: ["notifications", "transactions", "events"])
    func `Cases 69 and 75: what the database cannot keep is asked for again, and counts once`(
        table: String
    ) async throws {
        let backend = try await Backend()
        _ = try await backend.ask(
            .put, "/v1/entitlements",
            #"{"entitlements": {}, "credits": {"coins": {"currency": "gold", "amount": 100}}}"#)
        let janitor = try backend.database.open()
        try janitor.run("ALTER TABLE \(table) RENAME TO away")
        let sold = try backend.signedNotification(.oneTimeCharge, nil, Sale.coins(id: "7", quantity: 2))
        for _ in 0..<2 { #expect(try await backend.notify(sold) == 503) }
        if table != "notifications" {
            #expect(try await backend.verify(try backend.sign(Sale.coins(id: "7", quantity: 2))).status == 503)
        }
        if table != "transactions" { #expect(try await backend.ask(.get, "/readyz", key: "").status == 503) }
        #expect(try await backend.ask(.get, "/healthz", key: "").status == 200)
        try janitor.run("ALTER TABLE away RENAME TO \(table)")
        #expect(try await backend.ask(.get, "/v1/notifications")["notifications"].array.isEmpty)
        for _ in 0..<2 { #expect(try await backend.notify(sold) == 200) }
        #expect(try await backend.ask(.get, "/readyz", key: "").status == 200)
        #expect(try await backend.ask(.get, "/v1/notifications")["notifications"].array.count == 1)
        #expect(try await backend.ask(.get, "/v1/events")["events"].array.count == 1)
        #expect(try await backend.ask(.get, "/v1/customers/7/balances")["balances"]["gold"].int == 200)
    }

    @Test func `Case 68: a notification is acknowledged before anybody is told of it`() async throws {
        let (listener, store) = (Listener(), ScriptedStore { _ in APIHTTPResponse(status: 202) })
        let backend = try await Backend(
            transport: listener, clients: [.sandbox: try TestStore.client(transport: store)])
        _ = try await backend.ask(.post, "/v1/webhooks", #"{"url": "https://example.com/hook"}"#)
        _ = try await backend.ask(.put, "/v1/refund-policy", #"{"consent": "everyone"}"#)
        let text = try backend.signedNotification(.consumptionRequest, nil, Sale.coins(id: "7"))
        #expect(try await backend.notify(text) == 200)
        #expect(listener.all.isEmpty && store.all.isEmpty)
        #expect(try await backend.server.deliverWebhooks() == 1)
        #expect(try await backend.server.answerRefundRequests() == 1)
        #expect(listener.all.count == 1 && store.all.count == 1)
    }

    @Test func `Case 61: a 401 without content says that the key is not accepted`() async throws {
        let store = ScriptedStore { _ in APIHTTPResponse(status: 401) }
        let backend = try await Backend(clients: [.sandbox: try TestStore.client(transport: store)])
        _ = try await backend.verify(try backend.sign(Sale.transaction()))
        let report = try await backend.ask(.post, "/v1/reconciliation?all=true")["reports"][0]
        let problems = report["problems"].array.compactMap(\.string)
        #expect(problems.count == 2 && problems.allSatisfy { $0.contains("unauthorized: ") })
        let wish = #"{"days": 5, "reason": 1, "requestId": "r"}"#
        let answer = try await backend.ask(.post, "/v1/subscriptions/1000/extension", wish)
        #expect(answer.status == 503 && answer["code"].string == "storeUnauthorized")
    }

    @Test func `Case 62: what Production does not know is asked of Sandbox`() async throws {
        let backend = try await Backend(environments: [.production, .sandbox])
        let isDown = ScriptedStore { _ in APIHTTPResponse(status: 500) }
        let unknown = ScriptedStore { _ in
            APIHTTPResponse(
                status: 404, headers: ["Content-Type": "application/json"],
                body: Data(#"{"errorCode": 4040010, "errorMessage": "Transaction id not found."}"#.utf8))
        }
        let text = try backend.sign(Sale.coins(id: "7"))
        let sandbox = ScriptedStore { request in
            guard request.url.path.contains("history") else {
                return APIHTTPResponse(status: 200, body: Data("{}".utf8))
            }
            let body = #"{"hasMore": false, "revision": "r", "signedTransactions": ["\#(text)"]}"#
            return APIHTTPResponse(
                status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
        }
        func run(_ production: ScriptedStore, _ sandbox: ScriptedStore) async throws -> Backfill.Progress {
            var configuration = SubscriptionServer.Configuration(
                database: backend.database.address,
                apps: [
                    AppRegistration(
                        bundleID: Backend.bundleID,
                        localRoots: [.production: [backend.authority.root], .sandbox: [backend.authority.root]])
                ])
            configuration.clients = [
                Backend.bundleID: [
                    .production: try TestStore.client(.production, transport: production),
                    .sandbox: try TestStore.client(transport: sandbox),
                ]
            ]
            let surroundings = SubscriptionServer.Surroundings(
                now: { SignedHistory.opening }, sleep: { _ in }, transport: Listener())
            return try await Backfill(configuration, surroundings: surroundings, requestsPerSecond: 10)
                .run(["7"]) { _ in }
        }
        // In neither; then nowhere to be found while Production does not say no; then found.
        #expect(try await run(unknown, unknown).failures.keys.sorted() == ["7"])
        #expect(try await run(isDown, sandbox).done == 0 && sandbox.all.isEmpty)
        #expect(try await run(unknown, sandbox).done == 1)
        #expect(try await backend.ask(.get, "/v1/customers/7?environment=Sandbox").status == 200)
    }
}
