// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

// The compiler's own `init(from:)` and `encode(to:)` are type-checked in this module, where these overloads win over
// the generic ones. So every model writes times and UUIDs as the App Store does, whatever a coder's strategies are.

extension KeyedDecodingContainer {
    func decode(_ type: Date.Type, forKey key: Key) throws -> Date {
        try date(milliseconds: decode(Double.self, forKey: key), forKey: key)
    }

    func decodeIfPresent(_ type: Date.Type, forKey key: Key) throws -> Date? {
        try decodeIfPresent(Double.self, forKey: key).map { try date(milliseconds: $0, forKey: key) }
    }

    func decode(_ type: UUID.Type, forKey key: Key) throws -> UUID {
        try uuid(decode(String.self, forKey: key), forKey: key)
    }

    func decodeIfPresent(_ type: UUID.Type, forKey key: Key) throws -> UUID? {
        try decodeIfPresent(String.self, forKey: key).map { try uuid($0, forKey: key) }
    }

    private func date(milliseconds: Double, forKey key: Key) throws -> Date {
        guard Int64(exactly: milliseconds.rounded()) != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(key.stringValue) is a time beyond 64-bit milliseconds.")
        }
        return Date(timeIntervalSince1970: milliseconds / 1000)
    }

    private func uuid(_ text: String, forKey key: Key) throws -> UUID {
        guard let uuid = UUID(uuidString: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(key.stringValue) is not a UUID.")
        }
        return uuid
    }
}

extension KeyedEncodingContainer {
    mutating func encode(_ value: Date, forKey key: Key) throws {
        guard let milliseconds = Int64(exactly: (value.timeIntervalSince1970 * 1000).rounded()) else {
            // Not the date itself: describing one so far off traps in Foundation.
            throw EncodingError.invalidValue(
                value.timeIntervalSince1970,
                EncodingError.Context(
                    codingPath: codingPath + [key],
                    debugDescription: "\(key.stringValue) is a time beyond 64-bit milliseconds."))
        }
        try encode(milliseconds, forKey: key)
    }

    mutating func encodeIfPresent(_ value: Date?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
    }

    mutating func encode(_ value: UUID, forKey key: Key) throws {
        try encode(value.lowercaseText, forKey: key)
    }

    mutating func encodeIfPresent(_ value: UUID?, forKey key: Key) throws {
        guard let value else { return }
        try encode(value, forKey: key)
    }
}
