// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A server of PostgreSQL that a test may end and start as it likes.
struct PostgreSQLCluster: Sendable {
    let address: String
    private let directory: String

    /// Whether there is PostgreSQL on this machine; `script/setup --tests` sees to it.
    static let isInstalled =
        FileManager.default.fileExists(atPath: "/usr/lib/postgresql")
        || FileManager.default.isExecutableFile(atPath: "/usr/bin/initdb")

    /// Starts a server while a test uses it, and leaves nothing of it.
    static func with<Result>(_ body: (PostgreSQLCluster) async throws -> Result) async throws -> Result {
        // The path of a socket must be short.
        let directory = "/tmp/ospg-\(UUID().uuidString.prefix(8))"
        let address = try await script("start", directory)
        let cluster = PostgreSQLCluster(address: address, directory: directory)
        do {
            let result = try await body(cluster)
            _ = try? await script("remove", directory)
            return result
        } catch {
            _ = try? await script("remove", directory)
            throw error
        }
    }

    /// Ends the server as if it were killed, and starts it again.
    func crash() async throws {
        _ = try await Self.script("stop", directory, "immediate")
        _ = try await Self.script("start", directory)
    }

    /// Ends every connection to the server.
    func cutConnections() async throws {
        _ = try await Self.script("cut", directory)
    }

    private static func script(_ arguments: String...) async throws -> String {
        try await Tool.with(arguments, executable: Place.postgres) { tool in
            let outcome = await tool.outcome()
            try #require(outcome.end == .exit(0), "\(outcome.complaints)")
            return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }
}
