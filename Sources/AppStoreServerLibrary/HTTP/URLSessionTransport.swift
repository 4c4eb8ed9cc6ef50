// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HTTPRequests

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries requests with Foundation's `URLSession`; it keeps connections open, but no cookies and no cache.
///
/// On Linux a request with a body has a connection of its own over HTTP/1.1.
public struct URLSessionTransport: APITransport {
    private let requester: HTTPRequester

    /// Creates a transport.
    ///
    /// - Parameter timeout: How many seconds the App Store may stay silent.
    public init(timeout: TimeInterval = 30) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        requester = HTTPRequester(configuration: configuration)
    }

    /// Sends a request; throws `URLError` when nothing came back, and `CancellationError` when its task was cancelled.
    public func send(_ request: APIHTTPRequest) async throws -> APIHTTPResponse {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        for (name, value) in request.headers {
            urlRequest.setValue(value, forHTTPHeaderField: name)
        }
        let (body, response) = try await requester.answer(to: urlRequest)
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
