// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A certificate for this machine that nobody else signed, in files, and a client that trusts no other.
struct SelfSigned: Sendable {
    static let curl = URL(fileURLWithPath: "/usr/bin/curl")
    private static let openssl = URL(fileURLWithPath: "/usr/bin/openssl")
    static let hasTools = [openssl, curl].allSatisfy { FileManager.default.isExecutableFile(atPath: $0.path) }

    let certificate: String
    let key: String

    /// Makes one under a name of its own.
    init(_ name: String, in directory: URL) async throws {
        certificate = directory.appending(path: "\(name).pem").path
        key = directory.appending(path: "\(name).key").path
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
            "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ]
        let outcome = try await Tool.with(arguments, executable: Self.openssl) { await $0.outcome() }
        #expect(outcome.end == .exit(0), "\(outcome.complaints)")
    }

    /// What makes a server show it.
    var arguments: [String] { ["--tls-certificate", certificate, "--tls-key", key] }

    /// What makes `curl` ask.
    func asking(_ url: String, _ more: [String] = []) -> [String] {
        ["--silent", "--show-error", "--fail", "--cacert", certificate] + more + [url]
    }

    /// Asks, and waits for the answer.
    func ask(_ url: String, _ more: [String] = []) async throws -> Tool.Outcome {
        try await Tool.with(asking(url, more), executable: Self.curl) { await $0.outcome() }
    }
}
