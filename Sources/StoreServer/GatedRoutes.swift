// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService

/// How the App Store's endpoints are served: behind the gate, counted, and with its error bodies.
struct GatedRoutes: Sendable {
    let gate: TokenGate
    /// Counts requests; `nil` where nobody is ever sent away.
    let limiter: RateLimiter?
    let log: @Sendable (String) -> Void

    /// What answers a request that was let in.
    typealias Handler = @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse

    /// Adds an endpoint.
    ///
    /// - Parameter limit: How many requests a second it takes in Production on average; `nil` where Apple states none.
    func on(
        _ method: HTTPMethod, _ pattern: String, limit: Int? = nil, _ router: inout Router, _ handler: @escaping Handler
    ) {
        let endpoint = "\(method) \(pattern)"
        router.on(method, pattern) { request, parameters in
            // The App Store says no more than this, and not as JSON; the log says the rest.
            guard gate.admits(request) else { return .text("Unauthenticated", status: 401) }
            if let limit, let end = limiter?.refusal(of: endpoint, perSecond: limit, now: gate.now()) {
                return try Self.tooMany(until: end)
            }
            do {
                return try await handler(request, parameters)
            } catch let error as APIError {
                return try Self.answer(error)
            } catch {
                log("failed \(request.method) \(request.target.path): \(error)")
                return try Self.answer(.generalInternal)
            }
        }
    }

    private static func tooMany(until end: Int64) throws -> HTTPResponse {
        var response = try answer(.rateLimitExceeded)
        // Apple's own reading of the field: a moment in milliseconds, not a number of seconds.
        response.headers.set("Retry-After", String(end))
        return response
    }

    private static func answer(_ error: APIError) throws -> HTTPResponse {
        .json(try WireJSON.encode(ErrorPayload(error)), status: error.httpStatus)
    }
}
