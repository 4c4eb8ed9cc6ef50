// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A store and a subscription server, each a process of its own, with nothing between them but HTTP.
@Suite(.timeLimit(.minutes(2))) struct BackendTests {
    @Test func `What the store sold stands in the server, as the store has it`() async throws {
        try await withDirectory { directory in
            try await OpenBackend.with(directory) { backend in
                try await sell(from: directory, tellingTo: backend)
                let customer = "/v1/customers/\(Self.token)"
                let subscriptions = try await backend.get("\(customer)/subscriptions")["subscriptions"].array
                #expect(subscriptions.map { $0["status"].string } == ["active"])
                #expect(subscriptions.first?["willRenew"].bool == false)
                #expect(subscriptions.first?["productId"].string == "com.example.shop.plus.monthly")
                let entitled = try await backend.get("\(customer)/entitlements")["entitlements"].array
                #expect(entitled.map { $0["id"].string } == ["com.example.shop.plus.monthly"])
                let transactions = try await backend.get("\(customer)/transactions")["transactions"].array
                #expect(transactions.count == 2)
            }
        }
    }

    @Test func `A server that starts again knows what it knew, and shows no key again`() async throws {
        try await withDirectory { directory in
            let key = try await OpenBackend.with(directory) { backend in
                try await sell(from: directory, tellingTo: backend)
                backend.tool.send(SIGTERM)
                #expect(await backend.tool.outcome().end == .exit(0))
                return backend.key
            }
            try await OpenBackend.with(directory, key: key) { backend in
                let found = try await backend.get("/v1/customers/\(Self.token)/transactions")["transactions"].array
                #expect(found.count == 2)
            }
        }
    }

    @Test func `up runs both, wired`() async throws {
        try await withDirectory { directory in
            let arguments = [
                "up", Place.shop.path, "--port", "0", "--backend-port", "0", "--json", "--data", directory.path,
            ]
            try await Tool.with(arguments) { tool in
                let line = try #require(await tool.line())
                let places = try JSONDecoder().decode([String: Either].self, from: Data(line.utf8))
                let store = try #require(places["store"]?.text)
                let backend = OpenBackend(
                    tool: tool, url: try #require(places["url"]?.text.flatMap { URL(string: $0) }),
                    key: try #require(places["key"]?.text))
                var request = URLRequest(url: try #require(URL(string: store + "/control/v1/purchases")))
                request.httpMethod = "POST"
                request.httpBody = Data(#"{"productId": "com.example.shop.plus.monthly"}"#.utf8)
                _ = try await URLSession.shared.data(for: request)
                // The feed tells when it has come through.
                var events: [OpenBackend.Answer] = []
                while events.isEmpty { events = try await backend.get("/v1/events")["events"].array }
                #expect(events.first?["type"].string == "initial_purchase")
                tool.send(SIGTERM)
                let outcome = await tool.outcome()
                #expect(outcome.end == .exit(0))
            }
        }
    }

    @Test func `up hands the store's options on`() async throws {
        try await withDirectory { directory in
            let script = directory.appending(path: "script.json")
            try Data(
                #"{"steps": [{"call": "POST /purchases", "with": {"productId": "com.example.shop.plus.monthly"}}]}"#
                    .utf8
            ).write(to: script)
            let arguments = [
                "up", Place.shop.path, "--port", "0", "--backend-port", "0", "--json", "--data", directory.path,
                "--bundle-id", "com.example.other", "--time-rate", "oneRenewalEveryFiveMinutes", "--seed", "7",
                "--scenario",
                script.path,
            ]
            try await Tool.with(arguments) { tool in
                let line = try #require(await tool.line())
                let places = try JSONDecoder().decode([String: Either].self, from: Data(line.utf8))
                let backend = OpenBackend(
                    tool: tool, url: try #require(places["url"]?.text.flatMap { URL(string: $0) }),
                    key: try #require(places["key"]?.text))
                var events: [OpenBackend.Answer] = []
                while events.isEmpty { events = try await backend.get("/v1/events")["events"].array }
                #expect(events.first?["app"].string == "com.example.other")
                tool.send(SIGTERM)
                let outcome = await tool.outcome()
                #expect(outcome.end == .exit(0))
            }
        }
    }

    @Test(arguments: [["--environment", "Production"], ["--production-port", "0"], ["--listen", "0.0.0.0"]])
    func `up refuses options by which the two would not find one another`(arguments: [String]) async throws {
        #expect(try await Tool.run(["up", Place.shop.path] + arguments).end == .exit(2))
    }

    private struct Either: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    @Test func `check says everything that is wrong`() async throws {
        let outcome = try await Tool.run(["backend", "check", "--revocation", "sometimes"])
        #expect(outcome.end == .exit(1))
        for path in ["database: ", "apps: ", "revocation: "] { #expect(outcome.complaints.contains(path)) }
    }

    private static let limiter = URL(fileURLWithPath: "/usr/bin/prlimit")

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: limiter.path)))
    func `A server that cannot write says so, once in its log, until it can`() async throws {
        try await withDirectory { directory in
            let arguments = [
                "backend", "--json", "--port", "0", "--bundle-id", "com.example.shop", "--database",
                directory.appending(path: "ledger.db").path,
            ]
            try await Tool.with(arguments) { tool in
                let greeting = try JSONSerialization.jsonObject(with: Data((await tool.line() ?? "").utf8))
                let address = try #require((greeting as? [String: Any])?["url"] as? String)
                let ready = try #require(URL(string: address + "/readyz"))
                func status() async throws -> Int {
                    let (_, response) = try await URLSession.shared.data(for: URLRequest(url: ready))
                    return (response as? HTTPURLResponse)?.statusCode ?? 0
                }
                func limit(_ size: String) async throws {
                    // As if the disk were full, for what becomes longer than it is.
                    let outcome = try await Tool.with(
                        ["--pid", String(tool.identifier), "--fsize=\(size)"], executable: Self.limiter
                    ) { await $0.outcome() }
                    try #require(outcome.end == .exit(0), "\(outcome.complaints)")
                }
                #expect(try await status() == 200)
                try await limit("1:unlimited")
                for _ in 0..<3 { #expect(try await status() == 503) }
                try await limit("unlimited:unlimited")
                #expect(try await status() == 200)
                tool.send(SIGTERM)
                let log = await tool.outcome().complaints.split(separator: "\n")
                #expect(log.count { $0.contains("the ledger cannot be written") && $0.contains("answers") } == 1)
                #expect(log.count { $0.contains("the ledger can be written again") } == 1)
            }
        }
    }

    @Test(arguments: [
        (["--host", "nope.invalid"], [:], "nope.invalid"), (["--host", "192.0.2.1"], [:], "192.0.2.1"),
        ([], ["OPENSTOREKIT_BACKEND_PRT": "1"], "Did you mean OPENSTOREKIT_BACKEND_PORT?"),
        ([], ["OPENSTOREKIT_BACKEND_APP_APPLE_ID": "xx"], "OPENSTOREKIT_BACKEND_APP_APPLE_ID"),
    ])
    func `check tells of what a server would trip over`(
        arguments: [String], environment: [String: String], told: String
    ) async throws {
        try await withDirectory { directory in
            let standard = [
                "backend", "check", "--bundle-id", "com.example.shop", "--database",
                directory.appending(path: "ledger.db").path,
            ]
            let outcome = try await Tool.run(standard + arguments, environment: environment)
            #expect(outcome.end == .exit(1) && outcome.complaints.contains(told), "\(outcome.complaints)")
        }
    }

    @Test func `What only looks leaves a ledger as it is`() async throws {
        try await withDirectory { directory in
            let ledger = directory.appending(path: "ledger.db")
            let arguments = ["backend", "check", "--bundle-id", "com.example.shop", "--database"]
            let fresh = try await Tool.run(arguments + [ledger.path])
            #expect(fresh.end == .exit(0), "\(fresh.complaints)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
            let nowhere = try await Tool.run(arguments + [directory.appending(path: "none/ledger.db").path])
            #expect(nowhere.end == .exit(1))
            // As if a former version had written it.
            try Database(path: ledger.path).migrate([DatabaseMigration("first", "CREATE TABLE apps (number INTEGER)")])
            let former = try await Tool.run(arguments + [ledger.path])
            #expect(former.end == .exit(0) && former.output.contains("up to date"), "\(former.complaints)")
            let report = [
                "backend", "report", "--bundle-id", "com.example.shop", "--database", ledger.path,
            ]
            #expect(try await Tool.run(report).end == .exit(1))
            let copy = directory.appending(path: "copy.db")
            let backup = ["backend", "backup", copy.path, "--bundle-id", "com.example.shop", "--database", ledger.path]
            #expect(try await Tool.run(backup).end == .exit(0))
            for file in [ledger, copy] {
                let tables = try Database(path: file.path).rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
                #expect(tables.map { $0[0].text } == ["apps"])
            }
        }
    }

    @Test func `A ledger and its copies are their user's alone`() async throws {
        try await withDirectory { directory in
            try await OpenBackend.with(directory) { _ in
                let ledger = directory.appending(path: "ledger.db").path
                let copy = directory.appending(path: "copy.db").path
                let backup = ["backend", "backup", copy, "--database", ledger, "--bundle-id", "com.example.shop"]
                #expect(try await Tool.run(backup).end == .exit(0))
                for path in [ledger, ledger + "-wal", copy] {
                    let attributes = try FileManager.default.attributesOfItem(atPath: path)
                    #expect(attributes[.posixPermissions] as? Int == 0o600, "\(path)")
                }
            }
        }
    }

    @Test func `A backup made while the server runs is a ledger`() async throws {
        try await withDirectory { directory in
            let copy = directory.appending(path: "copy.db").path
            let key = try await OpenBackend.with(directory) { backend in
                let ledger = directory.appending(path: "ledger.db").path
                let arguments = ["backend", "backup", copy, "--database", ledger, "--bundle-id", "com.example.shop"]
                let first = try await Tool.run(arguments)
                #expect(first.end == .exit(0))
                // A file that is there is never written over.
                let second = try await Tool.run(arguments)
                #expect(second.end == .exit(1))
                return backend.key
            }
            try await OpenBackend.with(directory, database: copy, key: key) { backend in
                let notifications = try await backend.get("/v1/notifications")["notifications"].array
                #expect(notifications.isEmpty)
            }
        }
    }

    @Test func `A report is a table for people and JSON for programs`() async throws {
        try await withDirectory { directory in
            let report = [
                "backend", "report", "--database", directory.appending(path: "ledger.db").path, "--bundle-id",
                "com.example.shop",
            ]
            try await OpenBackend.with(directory) { backend in
                try await sell(from: directory, tellingTo: backend)
                let json = try await Tool.run(report + ["--json"])
                #expect(json.end == .exit(0))
                let figures = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
                // The first week is free, and what the store did in the month that it skipped has not come to pass.
                let trials = (figures?["months"] as? [[String: Any]])?.compactMap { $0["trials"] as? [String: Int] }
                #expect(trials?.last?["running"] == 1)
            }
            let table = try await Tool.run(report)
            #expect(table.end == .exit(0) && table.output.contains("\n\nSubscriptions\nmonth "))
            let csv = try await Tool.run(report + ["--csv", "--from", "2026-01", "--to", "2026-02"])
            #expect(csv.output.hasPrefix("month,currency,"))
            let wrong = try await Tool.run(report + ["--from", "soon"])
            #expect(wrong.end == .exit(2))
        }
    }

    private static let token = "0f9b1b5e-7a35-4d2a-9b1c-2f6f4f0f6a11"

    /// Opens a store that sells a month, lets it renew once, and cancels it; returns when the server has heard of it.
    private func sell(from directory: URL, tellingTo backend: OpenBackend) async throws {
        let notify = ["--notify", backend.url.appending(path: "v1/notifications/apple").absoluteString]
        try await OpenStore.with(notify, data: directory.appending(path: "store")) { store in
            let bought = try await store.post(
                "control/v1/purchases",
                #"{"productId": "com.example.shop.plus.monthly", "appAccountToken": "\#(Self.token)"}"#)
            let id = try #require(bought["originalTransactionId"] ?? bought["transactionId"])
            try await store.post("control/v1/clock", #"{"advance": "P1M"}"#)
            try await store.post("control/v1/subscriptions/\(id)/autoRenew", #"{"enabled": false}"#)
            // A store that closes has delivered what it announced.
            store.tool.send(SIGTERM)
            #expect(await store.tool.outcome().end == .exit(0))
        }
    }
}
