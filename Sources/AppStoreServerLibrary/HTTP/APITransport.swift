// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Carries requests to the App Store; tests and programs with an HTTP client of their own replace it.
public protocol APITransport: Sendable {
    /// Sends a request and returns what came back, whatever its status; throws only when nothing came back.
    func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse
}
