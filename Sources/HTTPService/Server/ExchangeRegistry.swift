// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The requests in flight, so that a shutdown can wait for them and end them.
final class ExchangeRegistry: Sendable {
    private struct State {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var isStopping = false
        var isRetired = false
        var waiters: [AsyncStream<Never>.Continuation] = []
    }

    private let state = Mutex(State())

    /// Whether new requests are to be refused.
    var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Whether no connection is to outlive the answer to its request.
    var closesConnections: Bool { state.withLock { $0.isStopping || $0.isRetired } }

    /// Every request in flight.
    var exchanges: [Exchange] { state.withLock { Array($0.exchanges.values) } }

    func add(_ exchange: Exchange) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
    }

    func remove(_ exchange: Exchange) {
        let waiters = state.withLock { state -> [AsyncStream<Never>.Continuation] in
            state.exchanges[ObjectIdentifier(exchange)] = nil
            guard state.exchanges.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Lets new requests be refused from now on.
    func stop() {
        state.withLock { $0.isStopping = true }
    }

    /// Lets connections be closed after the answer to the next request on each.
    func retire() {
        state.withLock { $0.isRetired = true }
    }

    /// A stream that ends when no request is in flight.
    func drained() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        let isEmpty = state.withLock { state in
            if !state.exchanges.isEmpty { state.waiters.append(continuation) }
            return state.exchanges.isEmpty
        }
        if isEmpty { continuation.finish() }
        return stream
    }
}
