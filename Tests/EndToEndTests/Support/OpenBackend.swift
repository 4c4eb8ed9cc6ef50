// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A subscription server that the command runs, for the store whose data lies in `store` of the same directory.
struct OpenBackend: Sendable {
    private struct Greeting: Decodable {
        let url: URL
        let key: String?
    }

    let tool: Tool
    let url: URL
    let key: String

    /// Opens a server on a free port while a test talks to it.
    ///
    /// - Parameters:
    ///   - root: The certificate of the store, if that is open.
    ///   - port: The port of an earlier run.
    ///   - key: The key of an earlier run; the first one shows its own.
    static func with<Result>(
        _ directory: URL, root: String? = nil, port: Int = 0, database: String? = nil, key: String? = nil,
        _ body: (OpenBackend) async throws -> Result
    ) async throws -> Result {
        let data = directory.appending(path: "store")
        // Its certificates must be there before anybody can trust them.
        let known = if let root { root } else { try await OpenStore.with(data: data) { $0.greeting.rootCertificate } }
        return try await with(
            ["--root", known], port: port, database: database ?? directory.appending(path: "ledger.db").path, key: key,
            body)
    }

    /// Opens a server while a test talks to it, with more arguments.
    static func with<Result>(
        _ arguments: [String], port: Int = 0, database: String, key: String? = nil,
        _ body: (OpenBackend) async throws -> Result
    ) async throws -> Result {
        let standard = [
            "backend", "--json", "--quiet", "--port", String(port), "--bundle-id", "com.example.shop", "--database",
            database,
        ]
        return try await Tool.with(standard + arguments) { tool in
            guard let line = await tool.line() else {
                let outcome = await tool.outcome()
                throw OpenStore.NoGreeting(outcome: outcome)
            }
            let greeting = try JSONDecoder().decode(Greeting.self, from: Data(line.utf8))
            // A key is shown exactly when there was none.
            #expect((greeting.key == nil) == (key != nil))
            return try await body(
                OpenBackend(tool: tool, url: greeting.url, key: try #require(greeting.key ?? key)))
        }
    }

    /// Asks for a JSON object.
    func get(_ path: String) async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: url.absoluteString + path)))
        request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        try #require(status == 200, "\(path): \(status) \(String(decoding: data, as: UTF8.self))")
        return Answer(value: try JSONSerialization.jsonObject(with: data))
    }

    /// A value in an answer.
    struct Answer {
        let value: Any

        subscript(key: String) -> Answer { Answer(value: (value as? [String: Any])?[key] ?? NSNull()) }
        var array: [Answer] { (value as? [Any])?.map(Answer.init) ?? [] }
        var string: String? { value as? String }
        var bool: Bool? { (value as? NSNumber)?.boolValue }
    }
}
