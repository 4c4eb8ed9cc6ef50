// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel

/// When a notification that was not taken is posted again.
package struct DeliveryPolicy: Sendable, Hashable {
    /// How long after each attempt the next one follows, in milliseconds of the store's time.
    package var delays: [Int64]
    /// Whether an answer 400 is a failure like any other.
    ///
    /// Developers report that since March 2026 the App Store does not try again after it.
    package var retriesBadRequests = true

    /// Creates a policy.
    package init(delays: [Int64]) {
        self.delays = delays
    }

    /// What Apple documents: Production tries again after 1, 12, 24, 48 and 72 hours, the sandbox never.
    package static func standard(in environment: AppStoreEnvironment) -> Self {
        Self(delays: environment == .production ? [1, 12, 24, 48, 72].map { $0 * 3_600_000 } : [])
    }

    /// When to try again, or `nil` when this attempt was the last.
    ///
    /// - Parameter attempt: How many attempts there were before this one.
    func next(after attempt: Int, at date: StoreInstant, _ answer: DeliveryAnswer) -> StoreInstant? {
        guard answer.result != .success, delays.indices.contains(attempt) else { return nil }
        guard retriesBadRequests || answer.status != 400 else { return nil }
        return date + delays[attempt]
    }
}

/// What came of one attempt.
struct DeliveryAnswer: Sendable, Hashable {
    let result: SendAttemptResult
    /// The HTTP status, when there was one.
    var status: Int?
}
