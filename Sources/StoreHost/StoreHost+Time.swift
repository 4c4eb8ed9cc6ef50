// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

extension StoreHost {
    /// Waits until the store's time has come to a moment, by itself or because somebody moved it.
    ///
    /// - Throws: `CancellationError` when the calling task is cancelled.
    package func sleep(until moment: StoreInstant) async throws {
        while now < moment {
            let onClock = moment + -offset
            try await withThrowingTaskGroup(of: Void.self) { [clock, timeWaiters] group in
                group.addTask { try await clock.sleep(until: onClock) }
                group.addTask { try await timeWaiters.wait(moment) { self.now >= moment } }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}
