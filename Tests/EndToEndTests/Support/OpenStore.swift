// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPRequests
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A store that the command runs, with what it said about itself.
struct OpenStore: Sendable {
    /// The line that `--json` asks for.
    struct Greeting: Decodable, Sendable {
        let url: URL
        let port: Int
        let rootCertificate: String
        let keyFile: String
        let keyID: String
        let issuerID: String
        let bundleID: String
        let environment: String
        let productionURL: URL?
        let apps: [App]

        struct App: Decodable, Sendable {
            let bundleID: String
            let appAppleID: Int64
            let file: String
        }
    }

    let tool: Tool
    let greeting: Greeting

    /// Opens a store while a test talks to it, on a free port unless one is named.
    static func with<Result>(
        _ arguments: [String] = [], data: URL, file: URL = Place.shop, port: Int = 0,
        _ body: (OpenStore) async throws -> Result
    ) async throws -> Result {
        let fixed = ["store", file.path, "--port", String(port), "--json", "--data", data.path]
        return try await Tool.with(fixed + arguments) { tool in
            guard let line = await tool.line() else {
                let outcome = await tool.outcome()
                throw NoGreeting(outcome: outcome)
            }
            let greeting = try JSONDecoder().decode(Greeting.self, from: Data(line.utf8))
            return try await body(OpenStore(tool: tool, greeting: greeting))
        }
    }

    struct NoGreeting: Error {
        let outcome: Tool.Outcome
    }

    var root: Data {
        get throws { try Data(contentsOf: URL(fileURLWithPath: greeting.rootCertificate)) }
    }

    /// Asks the store to do something, and returns the JSON object it answers with.
    @discardableResult
    func post(_ path: String, _ body: String) async throws -> [String: any Sendable] {
        var request = URLRequest(url: greeting.url.appending(path: path))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(body.utf8)
        let (data, response) = try await HTTPRequester.answer(to: request)
        let status = response.statusCode
        try #require((200..<300).contains(status), "\(path): \(status) \(String(decoding: data, as: UTF8.self))")
        guard !data.isEmpty else { return [:] }
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: any Sendable])
    }

    /// Asks the store something, and returns the JSON object it answers with.
    ///
    /// - Parameters:
    ///   - app: The app it is about, where there are several.
    ///   - url: The store's address, where it is not the first one.
    func get(_ path: String, app: String? = nil, at url: URL? = nil) async throws -> [String: any Sendable] {
        var url = (url ?? greeting.url).appending(path: path)
        if let app { url.append(queryItems: [URLQueryItem(name: "app", value: app)]) }
        let (data, response) = try await URLSession.shared.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        try #require(status == 200, "\(path): \(status) \(String(decoding: data, as: UTF8.self))")
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: any Sendable])
    }
}
