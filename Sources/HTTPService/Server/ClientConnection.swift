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
    }

    /// The numeric address of the client, empty when it is not known.
    let peer: String
    /// What ``HangupWatch`` knows the connection by.
    let id: UInt64
    private let state = Mutex(State())

    init(peer: String, id: UInt64) {
        self.peer = peer
        self.id = id
    }

    /// Lets an exchange hear when the client goes away, at once when it already has.
    func attach(_ exchange: Exchange) {
        let hasHungUp = state.withLock { state in
            state.exchange = exchange
            return state.hasHungUp
        }
        if hasHungUp { exchange.hangUp() }
    }

    func detach() {
        state.withLock { $0.exchange = nil }
    }

    func hangUp() {
        let exchange = state.withLock { state in
            state.hasHungUp = true
            return state.exchange
        }
        exchange?.hangUp()
    }
}
