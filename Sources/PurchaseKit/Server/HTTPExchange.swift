// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

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
    private let session: URLSession

    /// Creates an exchange.
    public init(session: URLSession = .shared) {
        self.session = session
    }

    /// Sends a request and returns the answer, whatever its status.
    public func answer(to request: URLRequest) async throws -> (data: Data, response: HTTPURLResponse) {
        // Once sent, a request is never cancelled: the server may have done what it asks for.
        try await uncancelled { [session] in
            let (data, response) = try await session.data(for: request)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return (data, response)
        }
    }
}
