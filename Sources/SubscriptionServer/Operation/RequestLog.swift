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
        /// The app that the query names, if it is one that is served.
        var app: String?
        /// As its route is written: what stands in the place of a name in braces may be who a customer is, and the query
        /// may carry what nobody meant to log.
        var path: String?
        var status: Int?
        var milliseconds: Double?
        var problem: String?
    }

    /// Gets the lines; `nil` when nobody wants them, so that none are made.
    let write: (@Sendable (String) -> Void)?
    let now: @Sendable () -> StoreInstant
    /// The apps that are served.
    var apps: Set<String> = []

    /// Lets a router answer a request, and tells how that went.
    func answering(_ request: HTTPRequest, by router: Router) async throws -> HTTPResponse {
        guard write != nil else { return try await router.respond(to: request) }
        let start = ContinuousClock.now
        let response = try await router.respond(to: request)
        let took = (ContinuousClock.now - start).components
        tell(
            Line(
                time: time, event: "request", method: request.method.rawValue, app: app(request),
                path: router.described(request.target), status: response.status,
                milliseconds: (Double(took.seconds) * 1000 + Double(took.attoseconds / 1_000_000_000_000) / 1000)))
        return response
    }

    /// Tells of an error that nobody expected while a router answered.
    func failed(_ request: HTTPRequest, by router: Router, _ error: any Error) {
        tell(
            Line(
                time: time, level: "error", event: "request failed", method: request.method.rawValue,
                app: app(request), path: router.described(request.target), status: 500, problem: "\(error)"))
    }

    private func app(_ request: HTTPRequest) -> String? {
        request.query.first("app").flatMap { apps.contains($0) ? $0 : nil }
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
