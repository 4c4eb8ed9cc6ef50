// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import HTTPService

/// Runs a server for the length of a test.
func withServer(
    limits: HTTPLimits = HTTPLimits(), onError: @escaping @Sendable (any Error, HTTPRequest) -> Void = { _, _ in },
    isBrief: Bool = false, handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse,
    test: (HTTPServer) async throws -> Void
) async throws {
    let server = HTTPServer(limits: limits, onError: onError, isBrief: { _ in isBrief }, handler: handler)
    try server.start()
    do {
        try await test(server)
    } catch {
        await server.shutdown(gracePeriod: .zero)
        throw error
    }
    await server.shutdown(gracePeriod: .zero)
}

/// Answers with what the handler saw of the request.
@Sendable func echo(_ request: HTTPRequest) -> HTTPResponse {
    .text("\(request.method) \(request.target.raw) \(String(decoding: request.body, as: UTF8.self))")
}
