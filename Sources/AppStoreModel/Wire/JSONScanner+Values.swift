// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension JSONScanner {
    /// Reads a string or `null`.
    package mutating func stringIfPresent() throws(JSONProblem) -> String? {
        try skipNull() ? nil : string()
    }

    /// Reads an array of strings or `null`.
    package mutating func stringsIfPresent() throws(JSONProblem) -> [String]? {
        if try skipNull() { return nil }
        guard next() == UInt8(ascii: "[") else { throw .unusual }
        var strings: [String] = []
        try array(depth: 2) { scanner throws(JSONProblem) in strings.append(try scanner.string()) }
        return strings
    }

    /// Reads `true`, `false` or `null`.
    package mutating func boolIfPresent() throws(JSONProblem) -> Bool? {
        try skipNull() ? nil : bool()
    }

    /// Reads an integer or `null`; one that does not fit is unusual.
    package mutating func integerIfPresent<Number: FixedWidthInteger>() throws(JSONProblem) -> Number? {
        if try skipNull() { return nil }
        guard let number = Number(exactly: try integer()) else { throw .unusual }
        return number
    }

    /// Reads a time in whole milliseconds or `null`.
    package mutating func dateIfPresent() throws(JSONProblem) -> Date? {
        if try skipNull() { return nil }
        return Date(timeIntervalSince1970: Double(try integer()) / 1000)
    }

    /// Reads a UUID or `null`.
    package mutating func uuidIfPresent() throws(JSONProblem) -> UUID? {
        if try skipNull() { return nil }
        guard next() == UInt8(ascii: "\"") else { throw .unusual }
        let text = try text()
        guard let uuid = UUID(hexadecimal: bytes(of: text)) else { throw .unusual }
        return uuid
    }

    /// Reads an object, of which nothing is known but that it is there, or `null`.
    package mutating func absent() throws(JSONProblem) {
        guard try skipNull() else { throw .unusual }
    }
}

extension UUID {
    /// Reads 36 characters, hexadecimal digits with a hyphen after 8, 12, 16 and 20 of them.
    fileprivate init?(hexadecimal text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 36 else { return nil }
        var uuid = emptyUUID
        let isRead = withUnsafeMutableBytes(of: &uuid) { bytes in
            var source = 0
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    guard text[source] == UInt8(ascii: "-") else { return false }
                    source += 1
                }
                guard let high = Self.value(text[source]), let low = Self.value(text[source + 1]) else { return false }
                bytes[index] = high << 4 | low
                source += 2
            }
            return true
        }
        guard isRead else { return nil }
        self.init(uuid: uuid)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        let decimal = digit &- UInt8(ascii: "0")
        if decimal <= 9 { return decimal }
        let letter = (digit | 0x20) &- UInt8(ascii: "a")
        return letter <= 5 ? letter + 10 : nil
    }
}

private let emptyUUID: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
