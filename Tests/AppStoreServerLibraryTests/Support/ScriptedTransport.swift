// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import Synchronization
import Testing

@testable import AppStoreServerLibrary

/// A transport that answers from a list and keeps what it was asked.
final class ScriptedTransport: APITransport {
    struct Exhausted: Error {}

    private let answers: Mutex<[Result<APIHTTPResponse, any Error>]>
    private let asked = Mutex<[APIHTTPRequest]>([])

    init(_ answers: [APIHTTPResponse]) {
        self.answers = Mutex(answers.map { .success($0) })
    }

    init(failingWith error: any Error) {
        self.answers = Mutex([.failure(error)])
    }

    var requests: [APIHTTPRequest] { asked.withLock { $0 } }

    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        asked.withLock { $0.append(request) }
        let answer = answers.withLock { $0.isEmpty ? .failure(Exhausted()) : $0.removeFirst() }
        return try answer.get()
    }
}

extension APIHTTPResponse {
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> APIHTTPResponse {
        APIHTTPResponse(status: status, headers: headers, body: Data(text.utf8))
    }

    static func error(_ error: APIError, headers: [String: String] = [:]) throws -> APIHTTPResponse {
        APIHTTPResponse(
            status: Int(error.rawValue / 10_000), headers: headers, body: try WireJSON.encode(ErrorPayload(error)))
    }
}

/// The parts of a failure, for comparing.
struct Failure: Equatable {
    var status: Int?
    var code: Int64?
    var error: APIError?
    var message: String?
}

/// Expects a failure and returns its parts and its cause.
func failure<Response>(
    of result: APIResult<Response>, sourceLocation: SourceLocation = #_sourceLocation
) throws -> (Failure, cause: (any Error)?) {
    guard case .failure(let status, let code, let error, let message, let cause) = result else {
        Issue.record("The call succeeded", sourceLocation: sourceLocation)
        throw ScriptedTransport.Exhausted()
    }
    return (Failure(status: status, code: code, error: error, message: message), cause)
}
