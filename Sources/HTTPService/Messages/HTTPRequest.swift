// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A complete request, its content within the limits of the server.
package struct HTTPRequest: Sendable {
    /// The method; a `HEAD` request reaches the handler of `GET` with this still saying `HEAD`.
    package var method: HTTPMethod
    /// The target, as sent and decoded.
    package var target: HTTPTarget
    /// The header fields.
    package var headers: HTTPHeaders
    /// The content, empty when there was none.
    package var body: Data
    /// The numeric address of the client, without its port; empty when it is not known.
    package var peer: String
    let allowCancellation: @Sendable () -> Void

    /// The decoded query of the target.
    package var query: HTTPQuery { target.query }

    /// Creates a request, as a test would that calls a handler without a socket.
    package init(
        method: HTTPMethod, target: HTTPTarget, headers: HTTPHeaders = [:], body: Data = Data(), peer: String = ""
    ) {
        self.init(method: method, target: target, headers: headers, body: body, peer: peer, allowCancellation: {})
    }

    init(
        method: HTTPMethod, target: HTTPTarget, headers: HTTPHeaders, body: Data, peer: String,
        allowCancellation: @escaping @Sendable () -> Void
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.peer = peer
        self.allowCancellation = allowCancellation
    }

    /// Says that the handler now only waits for something to happen, as a long poll does.
    ///
    /// A shutdown then cancels the handler's task at once instead of granting it the grace period. A client that goes
    /// away cancels it in any case.
    package func allowCancellationByShutdown() {
        allowCancellation()
    }
}
