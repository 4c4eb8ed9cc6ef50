// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// One connection of a client, over all its requests.
///
/// Ownership: the library holds one reference as the socket's context, from the notice that the connection started to
/// the notice that it closed; ``HangupWatch`` holds another for the same time.
final class ClientConnection: Sendable {
    private struct State {
        var exchange: Exchange?
        var hasHungUp = false
        /// Whether a request, or the rest of one, is what comes next.
        var awaitsRequest = true
        /// Whether its request line has come.
        var requestHasBegun = false
        /// How often the watch has found it waiting for the same.
        var age = 0
    }

    /// How often a connection may be found so before it is late.
    private static let patience = 2

    /// The numeric address of the client, empty when it is not known.
    let peer: String
    /// What ``HangupWatch`` knows the connection by.
    let id: UInt64
    /// Open as long as ``HangupWatch`` knows the connection.
    let descriptor: Int32
    private let state = Mutex(State())

    init(peer: String, id: UInt64, descriptor: Int32) {
        self.peer = peer
        self.id = id
        self.descriptor = descriptor
    }

    /// What became of a request in time.
    enum Progress {
        case inTime
        /// Nothing of the request is known, or its request line is.
        case late(hasBegun: Bool)
    }

    /// Grows older by one look of the watch.
    func grow() -> Progress {
        state.withLock { state in
            guard state.awaitsRequest else { return .inTime }
            state.age += 1
            return state.age > Self.patience ? .late(hasBegun: state.requestHasBegun) : .inTime
        }
    }

    func requestBegins() {
        state.withLock { state in
            state.awaitsRequest = true
            state.requestHasBegun = true
            state.age = 0
        }
    }

    /// From now on it is the server that takes its time.
    func requestHasArrived() {
        state.withLock { $0.awaitsRequest = false }
    }

    /// The next request may come.
    func requestEnds() {
        state.withLock { state in
            state.exchange = nil
            state.awaitsRequest = true
            state.requestHasBegun = false
            state.age = 0
        }
    }

    /// Lets an exchange hear when the client goes away, at once when it already has.
    func attach(_ exchange: Exchange) {
        let hasHungUp = state.withLock { state in
            state.exchange = exchange
            return state.hasHungUp
        }
        if hasHungUp { exchange.hangUp() }
    }

    func hangUp() {
        let exchange = state.withLock { state in
            state.hasHungUp = true
            return state.exchange
        }
        exchange?.hangUp()
    }
}
