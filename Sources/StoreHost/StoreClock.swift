// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
import Foundation
import Synchronization

/// Where a store takes its time from.
package protocol StoreClock: Sendable {
    /// The present moment.
    var now: StoreInstant { get }

    /// Waits until a moment, or throws when the calling task is cancelled.
    func sleep(until moment: StoreInstant) async throws
}

/// The clock on the wall.
package struct SystemClock: StoreClock {
    /// Creates the clock.
    package init() {}

    package var now: StoreInstant {
        StoreInstant(Date())
    }

    package func sleep(until moment: StoreInstant) async throws {
        try await Task.sleep(for: .milliseconds(max(0, moment - now)))
    }
}

/// A clock that stands still until it is moved.
package final class ManualClock: StoreClock {
    private let moment: Mutex<StoreInstant>
    private let sleepers = WaitingRoom<StoreInstant>()

    /// Creates a clock that shows a moment.
    package init(now: StoreInstant) {
        moment = Mutex(now)
    }

    package var now: StoreInstant {
        moment.withLock { $0 }
    }

    package func sleep(until moment: StoreInstant) async throws {
        try await sleepers.wait(moment) { self.now >= moment }
    }

    /// Moves the clock and wakes whoever slept until then.
    package func advance(by milliseconds: Int64) {
        let now = moment.withLock { moment in
            moment = moment + milliseconds
            return moment
        }
        sleepers.wake { $0 <= now }
    }
}
