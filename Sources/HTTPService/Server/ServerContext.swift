// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What every request of a server needs.
///
/// Ownership: the library holds one reference as the context of its callbacks, from its start until it has stopped.
final class ServerContext: Sendable {
    let limits: HTTPLimits
    let handler: @Sendable (HTTPRequest) async throws -> HTTPResponse
    /// Whether a request's handler may begin on the library's thread.
    let isBrief: @Sendable (HTTPRequest) -> Bool
    let onError: @Sendable (any Error, HTTPRequest) -> Void
    /// Told the status of each request that no handler saw.
    let onRefusal: @Sendable (Int) -> Void
    /// What it is answered.
    let refusal: @Sendable (Int) -> HTTPResponse
    let watch: HangupWatch
    let registry = ExchangeRegistry()

    init(
        limits: HTTPLimits, watch: HangupWatch,
        onError: @escaping @Sendable (any Error, HTTPRequest) -> Void,
        onRefusal: @escaping @Sendable (Int) -> Void,
        refusal: @escaping @Sendable (Int) -> HTTPResponse,
        isBrief: @escaping @Sendable (HTTPRequest) -> Bool,
        handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        self.limits = limits
        self.watch = watch
        self.onError = onError
        self.onRefusal = onRefusal
        self.refusal = refusal
        self.isBrief = isBrief
        self.handler = handler
    }
}
