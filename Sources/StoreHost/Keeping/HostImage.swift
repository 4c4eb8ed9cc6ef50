// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Foundation
import StoreEngine

/// Everything a host knows at one moment, so that what happened before need not be gone through again.
///
/// Where it cannot be read, because another version wrote it, the events alone make the same store.
package struct HostImage: Codable, Sendable {
    /// How many events there had been.
    package let position: Int64
    let moment: Moment
    let snapshots: [String: Moment]
    /// The keys that were handed in while the store was open; images of earlier versions know none.
    let offersKeys: [String: Data]?

    /// How many transactions there are in it, by which its size goes.
    package var transactionCount: Int { moment.transactionCount }

    /// Reads what ``encoded()`` wrote.
    package init(reading data: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: data)
    }

    init(position: Int64, moment: Moment, snapshots: [String: Moment], offersKeys: [String: Data]) {
        self.position = position
        self.moment = moment
        self.snapshots = snapshots
        self.offersKeys = offersKeys
    }

    /// Writes it down; with a million transactions that takes a second.
    package func encoded() throws -> Data {
        try JSONEncoder().encode(self)
    }

    /// The store at one moment.
    struct Moment: Codable, Sendable {
        let date: StoreInstant
        let engine: Engine.State
        let transactionCount: Int
        let offset: Int64
        let devices: [UUID: AccountID]
        let accounts: [String: AccountID]
        let promotions: [UUID: DevicePromotions]
        let offerNotices: [OfferNotice]
        let changes: ChangeBook
        let notificationCount: Int
    }
}

/// A moment of a store that can be had back.
package struct HostSnapshot: Sendable, Hashable {
    /// What it is called.
    package let name: String
    /// The store's time then.
    package let date: StoreInstant
    /// How many transactions there were.
    package let transactionCount: Int
}
