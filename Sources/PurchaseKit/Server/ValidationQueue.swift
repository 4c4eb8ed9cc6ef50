// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the server has not answered yet, in the order it was asked: a pure value that survives in a file.
struct ValidationQueue: Codable, Sendable {
    struct Entry: Codable, Hashable, Sendable {
        /// The idempotency key.
        var key: String
        var payload: TransactionPayload
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Adds what is to be asked; what waits already keeps its place, with the newest account of the transaction.
    mutating func add(_ entry: Entry) {
        if let place = entries.firstIndex(where: { $0.key == entry.key }) {
            entries[place] = entry
        } else {
            entries.append(entry)
        }
    }

    mutating func remove(_ key: String) {
        entries.removeAll { $0.key == key }
    }
}
