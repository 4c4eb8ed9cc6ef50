// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// An answer: a status, header fields and content.
///
/// The server adds `Date`, `Content-Length` or `Transfer-Encoding`, and `Connection`; do not set those.
package struct HTTPResponse: Sendable {
    /// The content of an answer.
    package enum Body: Sendable {
        /// Content that is known as a whole.
        case data(Data)
        /// Content that comes in pieces, sent as they come; the stream is terminated when the client goes away and when
        /// the server shuts down.
        case stream(AsyncStream<Data>)
        /// Server-sent events, otherwise the same.
        case events(AsyncStream<ServerSentEvent>)
    }

    /// The status code, 200 to 599.
    package var status: Int
    /// The header fields.
    package var headers: HTTPHeaders
    /// The content.
    package var body: Body

    /// Creates an answer.
    package init(status: Int, headers: HTTPHeaders = [:], body: Body = .data(Data())) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Creates an answer of encoded JSON, its `Content-Type` exactly `application/json`.
    package static func json(_ json: Data, status: Int = 200) -> Self {
        Self(status: status, headers: ["Content-Type": "application/json"], body: .data(json))
    }

    /// Creates an answer of text in UTF-8.
    package static func text(
        _ text: String, status: Int = 200, contentType: String = "text/plain; charset=utf-8"
    ) -> Self {
        Self(status: status, headers: ["Content-Type": contentType], body: .data(Data(text.utf8)))
    }

    /// Creates an answer without content.
    package static func empty(_ status: Int) -> Self {
        Self(status: status)
    }

    /// Creates an answer of server-sent events that ends with the stream.
    package static func events(_ events: AsyncStream<ServerSentEvent>) -> Self {
        Self(
            status: 200, headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
            body: .events(events))
    }
}
