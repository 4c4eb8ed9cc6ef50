// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A moment as the App Store writes it: whole milliseconds since 1970 UTC.
///
/// An integer rather than a `Date`, so that sums are exact and the same everywhere.
public struct StoreInstant: Hashable, Sendable, Comparable, Codable {
    /// Milliseconds since 1970-01-01T00:00:00Z, negative before it.
    public var milliseconds: Int64

    /// Creates the moment that many milliseconds after 1970-01-01T00:00:00Z.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates the whole millisecond nearest to a date, or the nearest one that 64 bits can hold.
    public init(_ date: Date) {
        let exact = (date.timeIntervalSince1970 * 1000).rounded()
        self.milliseconds = Int64(exactly: exact) ?? (exact > 0 ? .max : .min)
    }

    /// The same moment for Foundation.
    public var date: Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// Reads a bare number of milliseconds.
    public init(from decoder: any Decoder) throws {
        self.milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes a bare number of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Orders moments by time.
    public static func < (earlier: Self, later: Self) -> Bool {
        earlier.milliseconds < later.milliseconds
    }

    /// The moment so many milliseconds later.
    public static func + (instant: Self, milliseconds: Int64) -> Self {
        Self(milliseconds: instant.milliseconds + milliseconds)
    }

    /// The milliseconds from one moment to another.
    public static func - (later: Self, earlier: Self) -> Int64 {
        later.milliseconds - earlier.milliseconds
    }
}
