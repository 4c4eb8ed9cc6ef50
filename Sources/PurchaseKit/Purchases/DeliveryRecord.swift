// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreKit

/// What was delivered, by transaction: a pure value that survives in a file.
///
/// The store's signing date orders what is said of one transaction, never the order of arrival.
struct DeliveryRecord: Codable, Sendable {
    struct Entry: Codable, Sendable {
        var key: Delivery.Key
        var signedDate: Date
        /// `false` from just before the app is asked to deliver until it has.
        var isDone: Bool
    }

    /// What is to be done about a transaction.
    enum Step: Hashable, Sendable {
        case deliver(Delivery.Key, mayBeRepeat: Bool)
        /// Everything has been done.
        case nothing
    }

    private(set) var entries: [UInt64: Entry] = [:]
    /// Whether an earlier record could not be read, so that nothing found in the store is surely new.
    var isIncomplete = false

    /// What a transaction says, as far as delivery goes.
    struct Claim: Sendable {
        var transactionID: UInt64
        var revocationDate: Date?
        var signedDate: Date
        var isUpgraded = false
        /// Whether the app asks for it again because its content is gone.
        var isRestored = false
    }

    func step(for claim: Claim) -> Step {
        guard let entry = entries[claim.transactionID] else {
            // What a better plan has replaced is not handed out any more.
            if claim.isUpgraded { return .nothing }
            let key = Delivery.Key(claim, after: nil)
            return .deliver(key, mayBeRepeat: isIncomplete || claim.isRestored)
        }
        let key = Delivery.Key(claim, after: entry.key)
        if key == entry.key { return entry.isDone ? .nothing : .deliver(key, mayBeRepeat: true) }
        // An older account of the transaction that arrives late.
        if claim.signedDate < entry.signedDate { return .nothing }
        return .deliver(key, mayBeRepeat: false)
    }

    mutating func begin(_ key: Delivery.Key, signedDate: Date) {
        entries[key.transactionID] = Entry(key: key, signedDate: signedDate, isDone: false)
    }

    mutating func complete(_ key: Delivery.Key) {
        guard entries[key.transactionID]?.key == key else { return }
        entries[key.transactionID]?.isDone = true
    }

    /// Takes back what ``begin(_:signedDate:)`` did.
    mutating func restore(_ transactionID: UInt64, from earlier: Self) {
        entries[transactionID] = earlier.entries[transactionID]
    }

    /// Whether a transaction was handed out and not taken back.
    func isGranted(_ transactionID: UInt64) -> Bool {
        guard let entry = entries[transactionID] else { return false }
        return entry.isDone && entry.key.kind != .revocation
    }
}

extension Delivery.Key {
    init(_ claim: DeliveryRecord.Claim, after earlier: Delivery.Key?) {
        transactionID = claim.transactionID
        if let date = claim.revocationDate {
            kind = .revocation
            revocation = Int64((date.timeIntervalSince1970 * 1000).rounded())
        } else if let earlier, earlier.kind != .grant {
            kind = .reinstatement
            revocation = earlier.revocation
        } else {
            kind = .grant
            revocation = 0
        }
    }
}

extension DeliveryRecord.Claim {
    init(_ transaction: Transaction, isRestored: Bool) {
        self.init(
            transactionID: transaction.id, revocationDate: transaction.revocationDate,
            signedDate: transaction.signedDate, isUpgraded: transaction.isUpgraded, isRestored: isRestored)
    }
}
