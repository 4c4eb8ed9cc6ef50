// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import DatabaseTestSupport
import Foundation
import HTTPService
import SignedData
import SubscriptionServer
import Synchronization
import Testing

/// An App Store that knows some transactions, and counts who asks.
private final class History: APITransport {
    let asked = Mutex<[String]>([])
    private let signed: [String: String]
    let isDown = Mutex(false)

    init(_ signed: [String: String]) { self.signed = signed }

    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        let parts = request.url.path.split(separator: "/").map(String.init)
        guard let id = parts.last, !isDown.withLock({ $0 }) else { return APIHTTPResponse(status: 500) }
        guard parts.contains("history") else { return APIHTTPResponse(status: 200, body: Data("{}".utf8)) }
        asked.withLock { $0.append(id) }
        guard let text = signed[id] else {
            return APIHTTPResponse(
                status: 404, body: Data(#"{"errorCode": 4040010, "errorMessage": "Transaction id not found."}"#.utf8))
        }
        let body = #"{"hasMore": false, "revision": "r", "signedTransactions": ["\#(text)"]}"#
        return APIHTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
}

@Suite struct BackfillTests {
    @Test func aRunThatBrokeOffGoesOnWhereItWas() async throws {
        let authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
        let backend = try await Backend(authority: authority)
        let signer = JWSSigner(authority)
        var signed: [String: String] = [:]
        for id in 1...4 { signed[String(id)] = try signer.sign(WireJSON.encode(Sale.coins(id: String(id)))) }
        let store = History(signed)
        let client = try AppStoreServerAPIClient(
            signingKey: SigningKey.generate().pemRepresentation, keyId: "A", issuerId: "B",
            bundleId: Backend.bundleID, environment: .sandbox, retryPolicy: .none, transport: store)
        var configuration = SubscriptionServer.Configuration(
            database: backend.database.address,
            apps: [AppRegistration(bundleID: Backend.bundleID, localRoots: [.sandbox: [authority.root]])])
        configuration.clients = [Backend.bundleID: [.sandbox: client]]
        let pauses = Mutex(0)
        // After two customers somebody pulls the plug.
        let broken = SubscriptionServer.Surroundings(
            now: { SignedHistory.opening },
            sleep: { _ in
                if pauses.withLock({
                    $0 += 1; return $0 == 2
                }) {
                    throw CancellationError()
                }
            }, transport: store)
        let identifiers = ["1", "2", "3", "4", "9"]
        let first = try await Backfill(configuration, surroundings: broken, requestsPerSecond: 10)
            .run(identifiers) { _ in }
        #expect(first.done == 2)
        let whole = SubscriptionServer.Surroundings(
            now: { SignedHistory.opening }, sleep: { _ in }, transport: store)
        let second = try await Backfill(configuration, surroundings: whole, requestsPerSecond: 10)
            .run(identifiers) { _ in }
        #expect(second.done == 4 && second.total == 5 && second.failures.keys.sorted() == ["9"])
        #expect(store.asked.withLock { $0 } == ["1", "2", "3", "4", "9"])
        for id in 1...4 { #expect(try await backend.ask(.get, "/v1/customers/\(id)").status == 200) }
    }
}
