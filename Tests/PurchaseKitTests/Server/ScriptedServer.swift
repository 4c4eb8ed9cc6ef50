// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that answers as a test wrote it down, and remembers what it was asked.
final class ScriptedServer: HTTPExchange {
    enum Answer: Sendable {
        case status(Int, String, headers: [String: String] = [:])
        case down
    }

    struct Asked: Sendable {
        var key: String?
        var authorization: String?
        var payload: TransactionPayload?
    }

    static let yes = Answer.status(
        200,
        #"{"isValid": true, "subscriptionStatus": "active", "isEntitled": true, "more": 1, "#
            + #""entitlements": [{"id": "plus", "expires": 1800000000500}]}"#)
    static let no = Answer.status(200, #"{"isValid": false}"#)
    static let noAccess = Answer.status(200, #"{"isValid": true, "isEntitled": false}"#)

    private let state: Mutex<(script: [Answer], asked: [Asked])>

    /// Answers with each of the script, and then with its last for ever.
    init(_ script: [Answer]) {
        state = Mutex((script, []))
    }

    var asked: [Asked] { state.withLock { $0.asked } }

    func script(_ script: [Answer]) {
        state.withLock { $0.script = script }
    }

    func answer(to request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let asked = Asked(
            key: request.value(forHTTPHeaderField: "Idempotency-Key"),
            authorization: request.value(forHTTPHeaderField: "Authorization"),
            payload: request.httpBody.flatMap { try? decoder.decode(TransactionPayload.self, from: $0) })
        let answer = state.withLock { state in
            state.asked.append(asked)
            return state.script.count > 1 ? state.script.removeFirst() : state.script[0]
        }
        switch answer {
        case .down:
            throw URLError(.notConnectedToInternet)
        case .status(let status, let body, let headers):
            guard let url = request.url,
                let response = HTTPURLResponse(
                    url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
            else { throw URLError(.badURL) }
            return (Data(body.utf8), response)
        }
    }
}
