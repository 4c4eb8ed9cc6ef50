// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Database
import Synchronization

/// Tells the log what the database says, which nobody else is told.
///
/// A trouble that lasts is told when it begins and when it is over: there may be thousands of requests in between.
package final class LedgerWatch: Sendable {
    /// What was done with the ledger.
    package enum Work: Sendable, Hashable {
        case reading, writing
    }

    private let tell: @Sendable (_ event: String, _ level: String, _ problem: String?) -> Void
    private let troubles = Mutex<[Work: DatabaseError.Code]>([:])
    /// Spares whatever goes well the lock.
    private let isTroubled = Atomic<Bool>(false)

    /// Begins to watch.
    ///
    /// - Parameter tell: Gets what there is to say, from any thread; by default nobody.
    package init(
        tell: @escaping @Sendable (_ event: String, _ level: String, _ problem: String?) -> Void = { _, _, _ in }
    ) {
        self.tell = tell
    }

    /// Takes notice of how something ended.
    func note(_ work: Work, _ error: DatabaseError?) {
        guard let error else { return recovered(work) }
        // That was the request's fault, and is answered so.
        guard error.code != .unstorable else { return }
        guard Self.lasting.contains(error.code) else {
            return tell("the ledger did not do what was asked", "error", "\(error)")
        }
        let before = troubles.withLock { $0.updateValue(error.code, forKey: work) }
        isTroubled.store(true, ordering: .relaxed)
        guard before != error.code else { return }
        tell(work == .reading ? "the ledger cannot be read" : "the ledger cannot be written", "error", "\(error)")
    }

    /// What would hold for the next one too.
    private static let lasting: Set<DatabaseError.Code> = [
        .cannotOpen, .unavailable, .full, .inputOutput, .readOnly, .damaged,
    ]

    private func recovered(_ work: Work) {
        guard isTroubled.load(ordering: .relaxed) else { return }
        let before = troubles.withLock { troubles in
            defer { isTroubled.store(!troubles.isEmpty, ordering: .relaxed) }
            return troubles.removeValue(forKey: work)
        }
        guard before != nil else { return }
        tell(work == .reading ? "the ledger can be read again" : "the ledger can be written again", "info", nil)
    }
}
