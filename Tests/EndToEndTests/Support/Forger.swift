// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Stands between a client and its store, and makes every transaction that goes by one of seven things.
struct Forger: Sendable {
    static let quantity = 7

    let store: URL

    /// Stands there while something is done with its address.
    func run(_ body: (URL) async throws -> Void) async throws {
        let server = HTTPServer { try await answer($0) }
        try server.start()
        do {
            try await body(server.baseURL)
        } catch {
            await server.shutdown()
            throw error
        }
        await server.shutdown()
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        request.allowCancellationByShutdown()
        var passed = URLRequest(url: store.appending(path: request.target.path))
        passed.httpMethod = request.method.rawValue
        passed.httpBody = request.body
        passed.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let (data, response) = try await URLSession.shared.data(for: passed)
        let status = try #require(response as? HTTPURLResponse).statusCode
        return .json(Data(forged(String(decoding: data, as: UTF8.self)).utf8), status: status)
    }

    /// The text with another quantity in each signed string.
    private func forged(_ text: String) -> String {
        text.replacing(/[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+/) { match in
            guard let payload = Self.decoded(match.1), payload.contains("\"quantity\":1") else { return match.0 }
            let changed = payload.replacing("\"quantity\":1", with: "\"quantity\":\(Self.quantity)")
            return match.0.replacing(match.1, with: Self.encoded(changed))
        }
    }

    private static func decoded(_ segment: Substring) -> String? {
        let text = segment.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func encoded(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
