// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

private let openssl = URL(fileURLWithPath: "/usr/bin/openssl")
private let curl = URL(fileURLWithPath: "/usr/bin/curl")
private let hasTools = [openssl, curl].allSatisfy { FileManager.default.isExecutableFile(atPath: $0.path) }

/// Servers with a certificate of their own, asked by a client that checks it.
@Suite(.timeLimit(.minutes(2)), .enabled(if: hasTools)) struct TLSTests {
    private struct Identity {
        let certificate: String
        let key: String

        var arguments: [String] { ["--tls-certificate", certificate, "--tls-key", key] }
    }

    /// Makes a certificate for this machine that nobody else signed.
    private func identity(_ name: String, in directory: URL) async throws -> Identity {
        let identity = Identity(
            certificate: directory.appending(path: "\(name).pem").path,
            key: directory.appending(path: "\(name).key").path)
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
            "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", identity.key, "-out",
            identity.certificate,
        ]
        let outcome = try await Tool.with(arguments, executable: openssl) { await $0.outcome() }
        #expect(outcome.end == .exit(0), "\(outcome.complaints)")
        return identity
    }

    private func ask(_ url: String, trusting identity: Identity, _ more: [String] = []) async throws -> Tool.Outcome {
        let arguments = ["--silent", "--show-error", "--fail", "--cacert", identity.certificate] + more + [url]
        return try await Tool.with(arguments, executable: curl) { await $0.outcome() }
    }

    /// Where a server says it is.
    private func place(_ tool: Tool) async throws -> String {
        let line = try #require(await tool.line())
        let greeting = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return try #require(greeting?["url"] as? String)
    }

    @Test(arguments: ["backend", "store"])
    func `A server proves who it is, and speaks nothing but TLS`(command: String) async throws {
        try await withDirectory { directory in
            let mine = try await identity("mine", in: directory)
            let other = try await identity("other", in: directory)
            let own =
                command == "store"
                ? [Place.shop.path, "--data", directory.appending(path: "store").path]
                : ["--bundle-id", "com.example.shop", "--database", directory.appending(path: "ledger.db").path]
            let path = command == "store" ? "/control/v1" : "/healthz"
            try await Tool.with([command] + own + ["--json", "--quiet", "--port", "0"] + mine.arguments) { tool in
                let url = try await place(tool)
                #expect(url.hasPrefix("https://"))
                // Twice over one connection, and bodies in both directions.
                let good = try await ask(url + path, trusting: mine, [url + path])
                #expect(good.end == .exit(0) && !good.output.isEmpty, "\(good.complaints)")
                #expect(try await ask(url + path, trusting: other).end != .exit(0))
                let plain = url.replacing("https://", with: "http://")
                #expect(try await ask(plain + path, trusting: mine).end != .exit(0))
                let old = try await ask(url + path, trusting: mine, ["--tls-max", "1.1"])
                #expect(old.end != .exit(0))
                if command == "backend" {
                    let body = directory.appending(path: "body")
                    try Data(repeating: UInt8(ascii: "x"), count: 200_000).write(to: body)
                    let posted = try await ask(
                        url + "/v1/notifications/apple", trusting: mine,
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
            let mine = try await identity("mine", in: directory)
            let other = try await identity("other", in: directory)
            let fixed = [
                "backend", "--bundle-id", "com.example.shop", "--port", "0", "--database",
                directory.appending(path: "ledger.db").path,
            ]
            for (certificate, key) in [
                (mine.certificate, other.key), (mine.key, mine.certificate), (mine.certificate, "/nonexistent"),
            ] {
                let outcome = try await Tool.run(fixed + ["--tls-certificate", certificate, "--tls-key", key])
                #expect(outcome.end != .exit(0) && !outcome.complaints.isEmpty)
            }
            #expect(try await Tool.run(fixed + ["--tls-key", mine.key]).end != .exit(0))
        }
    }
}
