// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HTTPRequests

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests over the network: on Linux with libcurl, elsewhere with Foundation's `URLSession`.
///
/// It keeps connections open, but no cookies and no cache. On Linux a request with a body has a connection of its own, a
/// proxy is the one that `https_proxy` names, and certificates are those that the system trusts.
public struct HTTPAPITransport: APITransport {
    /// How many seconds the other side may stay silent.
    public let timeout: TimeInterval

    /// Creates a transport.
    ///
    /// - Parameter timeout: How many seconds the App Store may stay silent.
    public init(timeout: TimeInterval = 30) {
        self.timeout = timeout
    }

    /// Sends a request; throws `URLError` when nothing came back, and `CancellationError` when its task was cancelled.
    public func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        var urlRequest = URLRequest(url: request.url, timeoutInterval: timeout)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        for (name, value) in request.headers {
            urlRequest.setValue(value, forHTTPHeaderField: name)
        }
        let (body, response) = try await HTTPRequester.answer(to: urlRequest)
        return Self.response(response, body: body)
    }

    private static func response(_ response: HTTPURLResponse, body: Data) -> APIHTTPResponse {
        let headers = response.allHeaderFields.compactMap { field -> (String, String)? in
            guard let name = field.key as? String, let value = field.value as? String else { return nil }
            return (name, value)
        }
        return APIHTTPResponse(
            status: response.statusCode, headers: Dictionary(headers, uniquingKeysWith: { $1 }), body: body)
    }
}
