// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import StoreEngine

extension StoreHost {
    /// Begins to remember all that happens, which a store of a test can afford.
    package func keepHistory() {
        access { state, _ in state.history = StoreHistory() }
    }

    /// What happened since the history is kept.
    package var history: StoreHistory {
        access { state, _ in state.history } ?? StoreHistory()
    }

    /// The notifications since the history is kept.
    package var pastNotifications: [NotificationDraft] {
        access { state, _ in state.pastNotifications() }
    }

    /// The notifications since the history is kept, and then those to come, none missing in between.
    package func allNotifications() -> AsyncStream<NotificationDraft> {
        let (stream, continuation) = AsyncStream.makeStream(of: NotificationDraft.self)
        let number = access { state, _ in
            for draft in state.pastNotifications() { continuation.yield(draft) }
            return state.subscribe(continuation)
        }
        continuation.onTermination = { [weak self] _ in
            self?.access { state, _ in state.unsubscribe(number) }
        }
        return stream
    }

    /// Lets a part fail with an error as it is, in this process, and by its name elsewhere; `nil` lets the part work.
    package func simulate(_ error: (any Error)?, named name: SimulatedError?, for part: FailablePart) {
        access { state, emit in
            var settings = state.engine.settings
            settings.simulatedErrors[part] = name
            state.exactErrors[part] = error
            // Turning switches is never refused.
            _ = try? state.apply(.configure(settings), emit: emit)
        }
    }

    /// Signs a device in to an account before it introduces itself.
    package func register(device: UUID, account: AccountID) {
        access { state, _ in state.devices[device] = account }
    }
}
