// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPRequests
import SignedData
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Several servers with one ledger in PostgreSQL.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: PostgreSQLCluster.isInstalled, "PostgreSQL is not installed; see script/setup --tests"))
struct PostgreSQLTests {
    /// Where the servers are at the moment, and how much they have acknowledged.
    private final class Fleet: Sendable {
        private struct State {
            var servers: [URL]
            var turn = 0
        }

        private let state: Mutex<State>
        let acknowledged: AsyncStream<Void>
        private let tell: AsyncStream<Void>.Continuation

        init(_ servers: [URL]) {
            state = Mutex(State(servers: servers))
            (acknowledged, tell) = AsyncStream.makeStream()
        }

        func replace(_ former: URL, by server: URL) {
            state.withLock { $0.servers = $0.servers.map { $0 == former ? server : $0 } }
        }

        /// Posts to one after the other, as whoever stands in front of several does, until one has taken it.
        func post(_ body: Data) async throws {
            while true {
                try Task.checkCancellation()
                let server = state.withLock { state in
                    state.turn += 1
                    return state.servers[state.turn % state.servers.count]
                }
                let status = await PostgreSQLTests.post(body, to: server)
                if status == 200 { break }
                // Refused for good, or not reached, or told to come again.
                try #require(status == nil || status == 503)
            }
            tell.yield()
        }

        func finish() { tell.finish() }
    }

    private static func post(_ body: Data, to server: URL) async -> Int? {
        var request = URLRequest(url: server.appending(path: "v1/notifications/apple"))
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return try? await HTTPRequester.answer(to: request).response.statusCode
    }

    @Test(
        "Servers that are killed, a database that restarts and connections that are cut lose nothing and repeat nothing"
    )
    func survives() async throws {
        let now = StoreInstant(Date())
        let authority = try CertificateAuthority.make(now: (now + -200 * 86_400_000).date)
        let subscribers = try Subscribers(count: 6, signer: JWSSigner(authority), now: now)
        try await withDirectory { directory in
            let root = directory.appending(path: "root.der")
            try authority.root.derRepresentation.write(to: root)
            try await PostgreSQLCluster.with { cluster in
                let arguments = ["--root", root.path]
                try await OpenBackend.with(arguments, database: cluster.address) { first in
                    try await OpenBackend.with(arguments, database: cluster.address, key: first.key) { second in
                        let fleet = Fleet([first.url, second.url])
                        let load = Task { try await send(subscribers.queues, to: fleet) }
                        let followed = Task { try await follow(second, until: load) }
                        defer {
                            load.cancel()
                            followed.cancel()
                        }
                        var progress = fleet.acknowledged.makeAsyncIterator()
                        for _ in 0..<12 { await progress.next() }
                        first.tool.send(SIGKILL)
                        try await OpenBackend.with(arguments, database: cluster.address, key: first.key) { third in
                            fleet.replace(first.url, by: third.url)
                            for _ in 0..<12 { await progress.next() }
                            try await cluster.cutConnections()
                            for _ in 0..<12 { await progress.next() }
                            try await cluster.crash()
                            for _ in 0..<12 { await progress.next() }
                            try await cluster.cutConnections()
                            try await load.value
                            let seen = try await followed.value
                            let truth = try await oracle(of: subscribers, arguments, in: directory)
                            #expect(truth.customers.count == subscribers.tokens.count)
                            for server in [second, third] {
                                let state = try await State(of: subscribers, in: server)
                                #expect(state.customers == truth.customers)
                                #expect(state.events == truth.events)
                                #expect(state.numbers == seen)
                            }
                        }
                    }
                }
            }
        }
    }

    /// Sends each queue in order, all at once.
    private func send(_ queues: [[Data]], to fleet: Fleet) async throws {
        defer { fleet.finish() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for queue in queues {
                group.addTask { for body in queue { try await fleet.post(body) } }
            }
            try await group.waitForAll()
        }
    }

    /// Reads the feed from its beginning, asking for what comes after what was seen, until all was sent and seen.
    private func follow(_ backend: OpenBackend, until load: Task<Void, any Error>) async throws -> [Int] {
        var seen: [Int] = []
        let isOver = Mutex(false)
        let watch = Task {
            _ = await load.result
            isOver.withLock { $0 = true }
        }
        defer { watch.cancel() }
        while true {
            try Task.checkCancellation()
            let wasOver = isOver.withLock { $0 }
            guard let found = await Self.numbers(after: seen.last ?? 0, backend) else { continue }
            seen += found
            if found.isEmpty, wasOver { return seen }
        }
    }

    /// The numbers of the next events; `nil` when the server does not answer.
    private static func numbers(after number: Int, _ backend: OpenBackend) async -> [Int]? {
        guard let url = URL(string: "\(backend.url)/v1/events?after=\(number)") else { return nil }
        var request = URLRequest(url: url)
        request.setValue("Bearer \(backend.key)", forHTTPHeaderField: "Authorization")
        guard let (data, response) = try? await HTTPRequester.answer(to: request),
            response.statusCode == 200,
            let page = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let events = page["events"] as? [[String: Any]]
        else { return nil }
        return events.compactMap { $0["id"] as? Int }
    }

    /// What one server with a ledger of its own makes of the same.
    private func oracle(
        of subscribers: Subscribers, _ arguments: [String], in directory: URL
    ) async throws -> State {
        try await OpenBackend.with(arguments, database: directory.appending(path: "oracle.db").path) { backend in
            for body in subscribers.queues.joined() {
                #expect(await Self.post(body, to: backend.url) == 200)
            }
            return try await State(of: subscribers, in: backend)
        }
    }

    /// What a server says, without numbers that it gave and times at which it learnt of things.
    private struct State: Equatable {
        var customers: [String: String] = [:]
        /// By purchase, in order.
        var events: [String: [String]] = [:]
        var numbers: [Int] = []

        init(of subscribers: Subscribers, in backend: OpenBackend) async throws {
            for token in subscribers.tokens {
                var parts: [String] = []
                for part in ["subscriptions", "entitlements", "transactions"] {
                    // Some come in the order they were first heard of.
                    parts += try await backend.get("/v1/customers/\(token)/\(part)")[part].array.map { item in
                        let json = try JSONSerialization.data(withJSONObject: item.value, options: .sortedKeys)
                        return String(decoding: json, as: UTF8.self)
                    }.sorted()
                }
                customers[token] = parts.joined(separator: "\n")
            }
            var after = 0
            while true {
                let page = try await backend.get("/v1/events?limit=50&after=\(after)")
                for event in page["events"].array {
                    numbers.append((event["id"].value as? NSNumber)?.intValue ?? 0)
                    let parts = ["type", "transactionId", "productId", "date"].map { event[$0].string ?? "" }
                    events[event["originalTransactionId"].string ?? "", default: []]
                        .append(parts.joined(separator: " "))
                }
                after = (page["next"].value as? NSNumber)?.intValue ?? after
                guard page["hasMore"].bool == true else { break }
            }
        }
    }
}
