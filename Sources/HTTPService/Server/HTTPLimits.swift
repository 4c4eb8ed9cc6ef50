// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What one client may cost the server.
package struct HTTPLimits: Sendable, Hashable {
    /// Another limit for the content of one route.
    package struct LargeBody: Sendable, Hashable {
        let method: HTTPMethod
        let pattern: RoutePattern
        let maxBytes: Int

        /// Creates a limit in bytes for a method and a path as ``Router`` takes it; the path need not be routed.
        package init(_ method: HTTPMethod, _ pattern: String, maxBytes: Int) {
            self.method = method
            self.pattern = RoutePattern(pattern)
            self.maxBytes = maxBytes
        }
    }

    /// The largest content in bytes; a larger one is answered 413.
    package var maxBodyBytes: Int
    /// The routes whose content may be larger.
    package var largeBodies: [LargeBody]
    /// The memory of one connection in bytes, which the request line and the header fields must fit into; larger ones
    /// are answered 414 or 431.
    package var maxHeaderBytes: Int
    /// The most connections at one time; further ones wait until one of them is closed.
    package var maxConnections: Int
    /// Seconds without traffic after which a connection is closed, zero for never; a handler at work stops the count.
    package var idleTimeoutSeconds: Int
    /// Seconds in which a request must arrive, however steadily it drips, zero for any time; a later one is answered 408.
    ///
    /// The request line has this time from the start of the connection or the end of the answer before, the rest has it
    /// once more. It is looked at every half of it, so that a request may get away with half as much again.
    package var requestTimeoutSeconds: Int

    /// Creates limits; the defaults suit a service of small JSON messages.
    package init(
        maxBodyBytes: Int = 1 << 20, largeBodies: [LargeBody] = [], maxHeaderBytes: Int = 32 << 10,
        maxConnections: Int = 1024, idleTimeoutSeconds: Int = 60, requestTimeoutSeconds: Int = 60
    ) {
        self.maxBodyBytes = maxBodyBytes
        self.largeBodies = largeBodies
        self.maxHeaderBytes = maxHeaderBytes
        self.maxConnections = maxConnections
        self.idleTimeoutSeconds = idleTimeoutSeconds
        self.requestTimeoutSeconds = requestTimeoutSeconds
    }

    /// The largest content in bytes that a request may have, by its method and decoded path.
    package func maxBodyBytes(of method: HTTPMethod, _ target: HTTPTarget) -> Int {
        largeBodies.first { $0.method == method && $0.pattern.fits(target.segments) }?.maxBytes ?? maxBodyBytes
    }
}
