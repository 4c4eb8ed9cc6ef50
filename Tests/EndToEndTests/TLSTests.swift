// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Servers with a certificate of their own, asked by a client that checks it.
@Suite(.timeLimit(.minutes(2)), .enabled(if: SelfSigned.hasTools)) struct TLSTests {
    /// Where a server says it is.
    private func place(_ tool: Tool) async throws -> String {
        let line = try #require(await tool.line())
        let greeting = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(greeting?["url"] as? String)
    }

    @Test(arguments: ["backend", "store"])
    func `A server proves who it is, and speaks nothing but TLS`(command: String) async throws {
        try await withDirectory { directory in
            let mine = try await SelfSigned("mine", in: directory)
            let other = try await SelfSigned("other", in: directory)
            let own =
                command == "store"
                ? [Place.shop.path, "--data", directory.appending(path: "store").path]
                : ["--bundle-id", "com.example.shop", "--database", directory.appending(path: "ledger.db").path]
            let path = command == "store" ? "/control/v1" : "/healthz"
            try await Tool.with([command] + own + ["--json", "--quiet", "--port", "0"] + mine.arguments) { tool in
                let url = try await place(tool)
                #expect(url.hasPrefix("https://"))
                // Twice over one connection, and bodies in both directions.
                let good = try await mine.ask(url + path, [url + path])
                #expect(good.end == .exit(0) && !good.output.isEmpty, "\(good.complaints)")
                #expect(try await other.ask(url + path).end != .exit(0))
                let plain = url.replacing("https://", with: "http://")
                #expect(try await mine.ask(plain + path).end != .exit(0))
                let old = try await mine.ask(url + path, ["--tls-max", "1.1"])
                #expect(old.end != .exit(0))
                if command == "backend" {
                    let body = directory.appending(path: "body")
                    try Data(repeating: UInt8(ascii: "x"), count: 200_000).write(to: body)
                    let posted = try await mine.ask(
                        url + "/v1/notifications/apple",
                        ["--data", "@\(body.path)", "--no-fail", "--write-out", "%{http_code}"])
                    #expect(posted.output.hasSuffix("400"), "\(posted.output) \(posted.complaints)")
                }
                tool.send(SIGTERM)
                #expect(await tool.outcome().end == .exit(0))
            }
        }
    }

    @Test func whatDoesNotBelongTogetherIsRefused() async throws {
        try await withDirectory { directory in
            let mine = try await SelfSigned("mine", in: directory)
            let other = try await SelfSigned("other", in: directory)
            let rest = [
                "--bundle-id", "com.example.shop", "--port", "0", "--database",
                directory.appending(path: "ledger.db").path,
            ]
            for (certificate, key) in [
                (mine.certificate, other.key), (mine.key, mine.certificate), (mine.certificate, "/nonexistent"),
            ] {
                let outcome = try await Tool.run(
                    ["backend"] + rest + ["--tls-certificate", certificate, "--tls-key", key])
                #expect(outcome.end != .exit(0) && !outcome.complaints.isEmpty)
                let check = try await Tool.run(
                    ["backend", "check"] + rest + ["--tls-certificate", certificate, "--tls-key", key])
                #expect(check.end == outcome.end && check.complaints == outcome.complaints)
            }
            #expect(try await Tool.run(["backend"] + rest + ["--tls-key", mine.key]).end != .exit(0))
            #expect(try await Tool.run(["backend", "check"] + rest + mine.arguments).end == .exit(0))
        }
    }
}
