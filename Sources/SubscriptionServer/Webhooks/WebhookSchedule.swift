// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// When a delivery that failed is tried again.
package enum WebhookSchedule {
    /// How long after its first try a delivery is given up, in milliseconds: three days.
    package static let patience: Int64 = 3 * 86_400_000

    private static let pauses: [Int64] = [10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400]

    /// The date of the next try; `nil` when it is given up.
    ///
    /// - Parameters:
    ///   - attempts: How many tries there have been.
    ///   - first: When the first became due.
    package static func next(
        after attempts: Int, since first: StoreInstant, now: StoreInstant
    ) -> StoreInstant? {
        let end = first + patience
        guard now < end else { return nil }
        let pause = pauses[min(max(attempts, 1), pauses.count) - 1]
        // The last try is at the end, not long before it.
        return min(now + pause * 1000, end)
    }
}
