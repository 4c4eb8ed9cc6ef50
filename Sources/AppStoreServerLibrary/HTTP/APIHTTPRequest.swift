// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request to the App Store, complete with its token.
public struct APIHTTPRequest: Sendable {
    /// `GET`, `POST`, `PUT` or `DELETE`.
    public var method: String
    /// Where to, with the query.
    public var url: URL
    /// The header fields by name.
    public var headers: [String: String]
    /// The content, `nil` when there is none.
    public var body: Data?

    /// Creates a request from its parts.
    public init(method: String, url: URL, headers: [String: String] = [:], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}
