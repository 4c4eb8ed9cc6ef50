// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HTTPRequests

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries questions about revocation to OCSP responders (RFC 6960).
public protocol OCSPTransport: Sendable {
    /// Sends a request in DER and returns the response in DER, whatever it says; throws when there is none.
    func response(to request: Data, from responder: URL) async throws -> Data
}

/// Asks by HTTP POST.
public struct HTTPOCSPTransport: OCSPTransport {
    /// What an HTTP server said instead of answering.
    struct UnexpectedStatus: Error, CustomStringConvertible {
        let code: Int

        var description: String { "HTTP status \(code)" }
    }

    /// How long an answer may take, in seconds.
    public let timeout: TimeInterval

    /// Creates a transport that gives up after so many seconds.
    public init(timeout: TimeInterval = 30) {
        self.timeout = timeout
    }

    /// Throws `URLError` when the responder cannot be reached, for every HTTP status other than 200, and
    /// `CancellationError` when its task was cancelled.
    public func response(to request: Data, from responder: URL) async throws -> Data {
        var post = URLRequest(url: responder, timeoutInterval: timeout)
        post.httpMethod = "POST"
        post.httpBody = request
        post.setValue("application/ocsp-request", forHTTPHeaderField: "Content-Type")
        post.setValue("application/ocsp-response", forHTTPHeaderField: "Accept")
        let (answer, response) = try await HTTPRequester.answer(to: post)
        guard response.statusCode == 200 else { throw UnexpectedStatus(code: response.statusCode) }
        return answer
    }
}
