// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import HTTPService

/// Adds routes behind the gate, whose errors become the App Store's error bodies.
struct GatedRoutes: Sendable {
    let gate: TokenGate
    let log: @Sendable (String) -> Void

    /// Adds a route.
    func on(
        _ method: HTTPMethod, _ pattern: String, _ router: inout Router,
        _ handler: @escaping @Sendable (HTTPRequest, PathParameters) async throws -> HTTPResponse
    ) {
        router.on(method, pattern) { request, parameters in
            // The App Store says no more than this, and not as JSON; the log says the rest.
            guard gate.admits(request) else { return .text("Unauthenticated", status: 401) }
            do {
                return try await handler(request, parameters)
            } catch let error as APIError {
                return try Self.answer(ErrorPayload(error), status: error.httpStatus)
            } catch {
                log("failed \(request.method) \(request.target.path): \(error)")
                let error = APIError.generalInternal
                return try Self.answer(ErrorPayload(error), status: error.httpStatus)
            }
        }
    }

    private static func answer(_ body: ErrorPayload, status: Int) throws -> HTTPResponse {
        .json(try WireJSON.encode(body), status: status)
    }
}
