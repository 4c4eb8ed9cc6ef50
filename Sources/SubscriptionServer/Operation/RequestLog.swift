// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService

/// One line of JSON for each request, with nothing in it that a client would not want to be read.
struct RequestLog: Sendable {
    private struct Line: Encodable {
        var time: String
        var level = "info"
        var event: String
        var method: String?
        /// Without the query, which may carry what nobody meant to log.
        var path: String?
        var status: Int?
        var milliseconds: Double?
        var problem: String?
    }

    /// Gets the lines; `nil` when nobody wants them, so that none are made.
    let write: (@Sendable (String) -> Void)?
    let now: @Sendable () -> StoreInstant

    /// Answers a request, and tells how that went.
    func answering(
        _ request: HTTPRequest, _ handler: (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        guard write != nil else { return try await handler(request) }
        let start = ContinuousClock.now
        let response = try await handler(request)
        let took = (ContinuousClock.now - start).components
        tell(
            Line(
                time: time, event: "request", method: request.method.rawValue, path: request.target.path,
                status: response.status,
                milliseconds: (Double(took.seconds) * 1000 + Double(took.attoseconds / 1_000_000_000_000) / 1000)))
        return response
    }

    /// Tells of an error that nobody expected.
    func failed(_ request: HTTPRequest, _ error: any Error) {
        tell(
            Line(
                time: time, level: "error", event: "request failed", method: request.method.rawValue,
                path: request.target.path, status: 500, problem: "\(error)"))
    }

    /// Tells of something that happened by itself.
    func tell(_ event: String, level: String = "info", problem: String? = nil) {
        tell(Line(time: time, level: level, event: event, problem: problem))
    }

    private var time: String { now().date.formatted(.iso8601) }

    private func tell(_ line: @autoclosure () -> Line) {
        // JSON escapes control characters, so nobody can begin a line of their own.
        guard let write, let json = try? WireJSON.encode(line()) else { return }
        write(String(decoding: json, as: UTF8.self))
    }
}
