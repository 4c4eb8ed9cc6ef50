// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is asked of an endpoint, before it has a host and a token.
struct APIRequest: Sendable {
    enum Body: Sendable {
        case json(any Encodable & Sendable)
        case png(Data)
    }

    let method: String
    /// The parts of the path, not escaped.
    let path: [String]
    var query: [(name: String, value: String)] = []
    var body: Body?

    /// - Parameters:
    ///   - prefix: The path up to the first identifier.
    ///   - identifiers: The rest of the path; each may hold any text.
    init(
        _ method: String, _ prefix: String, _ identifiers: String..., query: [(name: String, value: String)] = [],
        body: Body? = nil
    ) {
        self.method = method
        self.path = prefix.split(separator: "/").map(String.init) + identifiers
        self.query = query
        self.body = body
    }

    func url(base: URL) throws(AppStoreServerAPIError) -> URL {
        if let unusable = path.first(where: { ["", ".", ".."].contains($0) }) { throw .identifierUnusable(unusable) }
        var text = base.absoluteString
        if text.hasSuffix("/") { text.removeLast() }
        text += path.map { "/" + PercentEncoding.encode($0) }.joined()
        let pairs = query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
        guard base.host() != nil, let url = URL(string: text) else { throw .baseURLUnusable(base.absoluteString) }
        return url
    }

    func content() throws -> (type: String, data: Data)? {
        switch body {
        case .json(let value): ("application/json", try WireJSON.encode(value))
        case .png(let data): ("image/png", data)
        case nil: nil
        }
    }
}
