// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HTTPRequests

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Sends requests; tests hand in one that needs no network.
public protocol HTTPExchange: Sendable {
    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Throws: `URLError` when there is no answer.
    func answer(to request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse)
}

/// Sends requests over the network: on Linux with libcurl, elsewhere with Foundation's `URLSession`.
public struct NetworkExchange: HTTPExchange {
    /// Creates an exchange.
    public init() {}

    /// Sends a request and returns the answer, whatever its status.
    public func answer(to request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse) {
        // Once sent, a request is never cancelled: the server may have done what it asks for.
        try await uncancelled { try await HTTPRequester.answer(to: request) }
    }
}
