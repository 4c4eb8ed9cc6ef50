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

/// Sends requests with a session of Foundation's.
public struct URLSessionExchange: HTTPExchange {
    private let requester: HTTPRequester

    /// Creates an exchange, by default with sessions of its own.
    ///
    /// - Parameter session: A session with other settings. On Linux let it carry nothing else to the same server:
    ///   a request with a body must not find a used connection there.
    public init(session: URLSession? = nil) {
        requester = session.map { HTTPRequester(session: $0) } ?? .shared
    }

    /// Sends a request and returns the answer, whatever its status.
    public func answer(to request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse) {
        // Once sent, a request is never cancelled: the server may have done what it asks for.
        try await uncancelled { [requester] in try await requester.answer(to: request) }
    }
}
