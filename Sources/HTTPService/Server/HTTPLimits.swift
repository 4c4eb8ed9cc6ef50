// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What one client may cost the server.
package struct HTTPLimits: Sendable, Hashable {
    /// The largest content in bytes; a larger one is answered 413.
    package var maxBodyBytes: Int
    /// The memory of one connection in bytes, which the request line and the header fields must fit into; larger ones
    /// are answered 414 or 431.
    package var maxHeaderBytes: Int
    /// The most connections at one time; further ones wait until one of them is closed.
    package var maxConnections: Int
    /// Seconds without traffic after which a connection is closed, zero for never; a handler at work stops the count.
    package var idleTimeoutSeconds: Int

    /// Creates limits; the defaults suit a service of small JSON messages.
    package init(
        maxBodyBytes: Int = 1 << 20, maxHeaderBytes: Int = 32 << 10, maxConnections: Int = 1024,
        idleTimeoutSeconds: Int = 60
    ) {
        self.maxBodyBytes = maxBodyBytes
        self.maxHeaderBytes = maxHeaderBytes
        self.maxConnections = maxConnections
        self.idleTimeoutSeconds = idleTimeoutSeconds
    }
}
