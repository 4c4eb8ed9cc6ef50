// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Counts requests by the hour, as the App Store does although it states its limits by the second.
final class RateLimiter: Sendable {
    private struct Hour: Sendable {
        var number: Int64
        var requests: Int
    }

    private static let length: Int64 = 3_600_000
    private let isSandbox: Bool
    private let hours = Mutex<[String: Hour]>([:])

    /// Creates a limiter that has seen no request.
    ///
    /// - Parameter isSandbox: Whether a tenth of the limits applies.
    init(isSandbox: Bool) {
        self.isSandbox = isSandbox
    }

    /// Counts a request, and returns when the next hour begins, in milliseconds since 1970, if it is one too many.
    ///
    /// - Parameter now: The real time, because real clients wait.
    func refusal(of endpoint: String, perSecond limit: Int, now: Date) -> Int64? {
        let number = Int64(now.timeIntervalSince1970 * 1000) / Self.length
        return hours.withLock { hours in
            var hour = hours[endpoint] ?? Hour(number: number, requests: 0)
            if hour.number != number { hour = Hour(number: number, requests: 0) }
            guard hour.requests < limit * 3600 / (isSandbox ? 10 : 1) else { return (number + 1) * Self.length }
            hour.requests += 1
            hours[endpoint] = hour
            return nil
        }
    }
}
