// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import AppStoreServerLibrary
import Database
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
    /// Waited for before an answer.
    private let gate: AsyncStream<Void>?

    init(_ signed: [String: String], gate: AsyncStream<Void>? = nil) {
        self.signed = signed
        self.gate = gate
    }

    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        let parts = request.url.path.split(separator: "/").map(String.init)
        guard let id = parts.last, !isDown.withLock({ $0 }) else { return APIHTTPResponse(status: 500) }
        guard parts.contains("history") else { return APIHTTPResponse(status: 200, body: Data("{}".utf8)) }
        asked.withLock { $0.append(id) }
        if let gate { for await _ in gate {} }
        guard let text = signed[id] else {
            return APIHTTPResponse(
                status: 404, body: Data(#"{"errorCode": 4040010, "errorMessage": "Transaction id not found."}"#.utf8))
        }
        let body = #"{"hasMore": false, "revision": "r", "signedTransactions": ["\#(text)"]}"#
        return APIHTTPResponse(
            status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
}

@Suite(.timeLimit(.minutes(2))) struct BackfillTests {
    private let authority: CertificateAuthority
    private let backend: Backend

    init() async throws {
        authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
        backend = try await Backend(authority: authority)
    }

    private func texts(_ identifiers: [String]) throws -> [String: String] {
        let signer = JWSSigner(authority)
        return try identifiers.reduce(into: [:]) { $0[$1] = try signer.sign(WireJSON.encode(Sale.coins(id: $1))) }
    }

    /// A process that asks a store.
    private func backfill(
        _ store: any APITransport, now: @escaping @Sendable () -> StoreInstant = { SignedHistory.opening },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in await Task.yield() }
    ) throws -> Backfill {
        var configuration = SubscriptionServer.Configuration(
            database: backend.database.address,
            apps: [AppRegistration(bundleID: Backend.bundleID, localRoots: [.sandbox: [authority.root]])])
        configuration.clients = [Backend.bundleID: [.sandbox: try TestStore.client(transport: store)]]
        return try Backfill(
            configuration, surroundings: .init(now: now, sleep: sleep, transport: store), requestsPerSecond: 10)
    }

    @Test func aRunThatBrokeOffGoesOnWhereItWas() async throws {
        let store = History(try texts(["1", "2", "3", "4"]))
        let pauses = Mutex(0)
        let identifiers = ["1", "2", "3", "4", "9"]
        // After two customers somebody pulls the plug.
        let broken = try backfill(
            store,
            sleep: { _ in
                let count = pauses.withLock {
                    $0 += 1
                    return $0
                }
                if count == 2 { throw CancellationError() }
            })
        let first = try await broken.run(identifiers) { _ in }
        #expect(first.done == 2)
        let second = try await backfill(store).run(identifiers) { _ in }
        #expect(second.done == 4 && second.total == 5 && second.failures.keys.sorted() == ["9"])
        #expect(store.asked.withLock { $0 } == ["1", "2", "3", "4", "9"])
        for id in 1...4 { #expect(try await backend.ask(.get, "/v1/customers/\(id)").status == 200) }
    }

    @Test func `Two runs at once ask about everything, and about nothing twice`() async throws {
        let identifiers = (1...12).map(String.init)
        let texts = try texts(identifiers)
        let (open, opening) = AsyncStream<Void>.makeStream()
        // The first is asking when the second begins, and gets its answer when that one is asking too.
        let (first, second) = (History(texts, gate: open), History(texts, gate: open))
        let runs = [try backfill(first), try backfill(second)]
        async let one = runs[0].run(identifiers) { _ in }
        while first.asked.withLock({ $0.isEmpty }) { await Task.yield() }
        async let two = runs[1].run(identifiers) { _ in }
        while second.asked.withLock({ $0.isEmpty }) { await Task.yield() }
        opening.finish()
        for progress in try await [one, two] {
            #expect(progress.done == 12 && progress.failures.isEmpty && progress.elsewhere == 0)
        }
        let asked = first.asked.withLock { $0 } + second.asked.withLock { $0 }
        #expect(asked.count == 12 && Set(asked) == Set(identifiers))
        #expect(second.asked.withLock { $0.first } == "2")
    }

    @Test func `What a run that died was asking about another asks about, after some time`() async throws {
        let store = History(try texts(["1", "2", "3"]))
        let until = SignedHistory.opening + 300_000
        try backend.database.open().run(
            "INSERT INTO backfilled (identifier, claimed) VALUES ('1', $1)", [.integer(until.milliseconds)])
        let clock = Mutex(SignedHistory.opening)
        let waits = Mutex<[Int]>([])
        let run = try backfill(
            store, now: { clock.withLock { $0 } }, sleep: { _ in clock.withLock { $0 = $0 + 60_000 } })
        let progress = try await run.run(["1", "2", "3"]) { progress in
            if progress.elsewhere > 0 { waits.withLock { $0.append(progress.done) } }
        }
        #expect(progress.done == 3 && progress.elsewhere == 0)
        #expect(store.asked.withLock { $0 } == ["2", "3", "1"])
        #expect(waits.withLock { $0 }.first == 2)
    }

    @Test func `What one run could not learn another asks about`() async throws {
        let store = History(try texts(["1"]))
        store.isDown.withLock { $0 = true }
        let failed = try await backfill(store).run(["1"]) { _ in }
        #expect(failed.done == 0 && failed.failures.keys.sorted() == ["1"])
        store.isDown.withLock { $0 = false }
        #expect(try await backfill(store).run(["1"]) { _ in }.done == 1)
    }

    @Test func `Of a long file only what is not known is asked about`() async throws {
        let identifiers = (1...450).map(String.init)
        let database = try backend.database.open()
        try database.transaction { () throws(DatabaseError) in
            for identifier in identifiers where !["7", "201", "450"].contains(identifier) {
                try database.run("INSERT INTO backfilled (identifier) VALUES ($1)", [.text(identifier)])
            }
        }
        let store = History(try texts(["7", "201", "450"]))
        #expect(try await backfill(store).run(identifiers) { _ in }.done == 450)
        #expect(store.asked.withLock { $0 } == ["7", "201", "450"])
    }
}
