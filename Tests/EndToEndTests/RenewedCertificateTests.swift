// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import Testing

/// A subscription server whose certificate is renewed while it runs.
@Suite(.timeLimit(.minutes(2)), .enabled(if: SelfSigned.hasTools)) struct RenewedCertificateTests {
    /// What the log says about the next reading of the certificate.
    private func reading(_ server: Tool) async throws -> String? {
        while let line = await server.complaint() {
            let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            guard let event = entry["event"] as? String, event.contains("certificate") else { continue }
            return entry["level"] as? String
        }
        return nil
    }

    private func post(_ notification: String, to url: String, trusting identity: SelfSigned) async throws {
        let body = ["--data", #"{"signedPayload":"\#(notification)"}"#]
        let answer = try await identity.ask(url + "/v1/notifications/apple", body)
        try #require(answer.end == .exit(0), "\(answer.complaints)")
    }

    private func replace(_ identity: SelfSigned, by other: SelfSigned) throws {
        for (from, to) in [(other.certificate, identity.certificate), (other.key, identity.key)] {
            try Data(contentsOf: URL(fileURLWithPath: from)).write(to: URL(fileURLWithPath: to))
        }
    }

    @Test func itIsTakenUpWithoutCuttingAConnection() async throws {
        try await withDirectory { directory in
            let used = try await SelfSigned("used", in: directory)
            let (former, next) = (
                try await SelfSigned("former", in: directory), try await SelfSigned("next", in: directory)
            )
            try replace(used, by: former)
            let authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
            let root = directory.appending(path: "root.der")
            try authority.root.derRepresentation.write(to: root)
            let history = try SignedHistory(
                seed: 3, signer: JWSSigner(key: authority.leafKey, chain: authority.chain))
            try #require(history.notifications.count > 1)
            let arguments = [
                "backend", "--json", "--port", "0", "--bundle-id", SignedHistory.bundleID, "--root", root.path,
                "--database", directory.appending(path: "ledger.db").path,
            ]
            try await Tool.with(arguments + used.arguments) { server in
                let line = try #require(await server.line())
                let greeting = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                let url = try #require(greeting?["url"] as? String)
                let key = ["--header", "Authorization: Bearer \(greeting?["key"] ?? "")"]
                let stream = former.asking(url + "/v1/events/stream", ["--no-buffer"] + key)
                try await Tool.with(stream, executable: SelfSigned.curl) { stream in
                    try await post(history.notifications[0], to: url, trusting: former)
                    #expect(await stream.line() != nil)

                    try replace(used, by: next)
                    server.send(SIGHUP)
                    #expect(try await reading(server) == "info")
                    #expect(try await former.ask(url + "/healthz").end != .exit(0))
                    #expect(try await next.ask(url + "/healthz").end == .exit(0))

                    try Data("nothing".utf8).write(to: URL(fileURLWithPath: used.certificate))
                    server.send(SIGHUP)
                    #expect(try await reading(server) == "error")
                    #expect(try await next.ask(url + "/healthz").end == .exit(0))

                    // Who was connected before hears of what comes after.
                    for notification in history.notifications.dropFirst() {
                        try await post(notification, to: url, trusting: next)
                    }
                    let feed = try await next.ask(url + "/v1/events?limit=1000", key)
                    let page = try JSONSerialization.jsonObject(with: Data(feed.output.utf8)) as? [String: Any]
                    let last = try #require(page?["next"] as? Int)
                    var line: String?
                    repeat { line = await stream.line() } while line != nil && line != "id: \(last)"
                    #expect(line != nil)
                    server.send(SIGTERM)
                    #expect(await stream.outcome().end == .exit(0))
                }
                #expect(await server.outcome().end == .exit(0))
            }
        }
    }

    @Test func aServerWithoutOneGoesOn() async throws {
        try await withDirectory { directory in
            let arguments = [
                "backend", "--json", "--port", "0", "--bundle-id", "com.example.shop", "--database",
                directory.appending(path: "ledger.db").path,
            ]
            try await Tool.with(arguments) { server in
                #expect(await server.line() != nil)
                server.send(SIGHUP)
                let level = try await reading(server)
                #expect(level == "error")
                server.send(SIGTERM)
                #expect(await server.outcome().end == .exit(0))
            }
        }
    }
}
