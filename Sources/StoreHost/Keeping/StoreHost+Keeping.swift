// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import SignedData
package import StoreEngine

/// What is kept of a store.
package struct HostRecord: Sendable {
    /// How it began.
    package var opening: Journal.Opening
    /// How it was later, if that was written down.
    package var image: HostImage?
    /// What happened since.
    package var events: [HostEvent]

    /// Creates the record of a store to which nothing has happened, or what there is of another.
    package init(opening: Journal.Opening, image: HostImage? = nil, events: [HostEvent] = []) {
        self.opening = opening
        self.image = image
        self.events = events
    }
}

extension StoreHost {
    /// Everything the host knows now, which costs nothing to take.
    package var image: HostImage {
        access { state, _ in state.image }
    }

    /// The snapshots there are, by name.
    package var snapshots: [HostSnapshot] {
        access { state, _ in
            state.snapshots.map { name, moment in
                HostSnapshot(name: name, date: moment.date, transactionCount: moment.transactionCount)
            }.sorted { $0.name < $1.name }
        }
    }

    /// Keeps the store as it is now, so that it can be had back; one of the same name is replaced.
    package func takeSnapshot(named name: String) -> HostSnapshot {
        access { state, _ in
            state.takeSnapshot(named: name)
            return HostSnapshot(
                name: name, date: state.engine.now, transactionCount: state.engine.transactions.count)
        }
    }

    /// Lets a key sign what ``registerOffersKey(_:id:)`` does, also when the store is opened again.
    package func addOffersKey(_ key: PublicKey, id: String) {
        access { state, _ in state.addOffersKey(key, id: id) }
    }

    /// Deletes a snapshot; `false` when there is none of the name.
    package func forgetSnapshot(named name: String) -> Bool {
        access { state, _ in state.forgetSnapshot(named: name) }
    }
}
