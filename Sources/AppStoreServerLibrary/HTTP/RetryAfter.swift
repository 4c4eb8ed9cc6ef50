// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The header field that says when a request may be repeated.
enum RetryAfter {
    /// Larger than any sensible number of seconds, and a moment in 1973 in milliseconds.
    private static let smallestMoment = 100_000_000_000.0

    /// Reads the App Store's form, a UNIX time in milliseconds, or a number of seconds from now, which a proxy on the way
    /// would write; `nil` for anything else.
    static func date(_ value: String?, now: Date) -> Date? {
        guard let value, let number = Double(value.trimmingCharacters(in: .whitespaces)), number.isFinite, number >= 0
        else { return nil }
        return number < smallestMoment
            ? now.addingTimeInterval(number) : Date(timeIntervalSince1970: number / 1000)
    }
}
