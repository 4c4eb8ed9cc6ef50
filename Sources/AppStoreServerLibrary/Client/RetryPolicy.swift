// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How often and after which pauses a request is sent again that the App Store could not answer just then.
///
/// Repeated are only answers that promise success later: 429, the errors whose name says so (4040002, 4040004, 4040006,
/// 5000001), 503, and for reading requests 502 and 504, after which nobody knows whether a change was made.
public struct RetryPolicy: Sendable, Hashable {
    /// How often a request is sent at most; 1 never repeats.
    public var attempts: Int
    /// The longest pause before the first repetition; doubled before each further one.
    public var firstDelay: Duration
    /// The longest pause of all; a request that may be repeated only later than that is given up.
    public var longestDelay: Duration

    /// Creates a policy.
    public init(attempts: Int, firstDelay: Duration = .milliseconds(500), longestDelay: Duration = .seconds(30)) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    /// Never repeats, which is how Apple's library behaves.
    public static let none = RetryPolicy(attempts: 1)

    /// Sends a request up to four times, with pauses of up to half a second, one and two seconds.
    public static let standard = RetryPolicy(attempts: 4)

    private static let retryableErrors: Set<APIError> = [
        .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIdNotFoundRetryable,
        .generalInternalRetryable,
    ]

    /// Whether the same request may succeed later.
    static func isRetryable(status: Int, error: APIError?, method: String) -> Bool {
        if let error, retryableErrors.contains(error) { return true }
        return switch status {
        case 429: true
        case 503: error == nil
        case 502, 504: error == nil && method == "GET"
        default: false
        }
    }

    /// The pause before the next attempt; `nil` when there shall be none.
    ///
    /// - Parameters:
    ///   - attempt: How often the request was sent so far.
    ///   - wait: How many seconds the App Store wants left in peace, if it said so.
    ///   - random: From 0 up to 1, so that many clients do not come back at once.
    func delay(after attempt: Int, wait: TimeInterval?, random: Double) -> Duration? {
        guard attempt < attempts else { return nil }
        let backoff = min(firstDelay * (1 << min(attempt - 1, 20)), longestDelay) * random
        guard let wait else { return backoff }
        let limit = longestDelay / Duration.seconds(1)
        return wait <= limit ? .seconds(max(0, wait)) + firstDelay * random : nil
    }
}
