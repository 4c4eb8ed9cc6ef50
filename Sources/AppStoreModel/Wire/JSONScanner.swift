// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads JSON from bytes, one step after the other, and only what RFC 8259 allows.
///
/// Stricter than `JSONDecoder`: names must not repeat, nesting has a limit, the bytes are UTF-8 without a mark in front.
/// Only borrows the bytes, so one must not outlive the closure that it was made in.
package struct JSONScanner {
    /// The deepest nesting that is read; App Store data has five levels at most.
    package static let depthLimit = 32

    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    /// Whether a string had `\u` in it: such strings are for `JSONDecoder` to judge.
    package private(set) var hasUnicodeEscapes = false

    /// Begins at the first byte.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// A string as it stands between its quotation marks.
    package struct Text {
        let start: Int
        let end: Int
        let hasEscapes: Bool
    }

    // MARK: Structure

    /// The next byte that means something, or zero at the end; zero itself means nothing in JSON.
    package mutating func next() -> UInt8 {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            case let byte: return byte
            }
        }
        return 0
    }

    /// Passes a byte that must come next, after any whitespace.
    package mutating func expect(_ byte: UInt8) throws(JSONProblem) {
        guard next() == byte, byte != 0 else { throw .malformed }
        offset += 1
    }

    /// Makes sure that nothing but whitespace is left.
    package mutating func expectEnd() throws(JSONProblem) {
        guard next() == 0, offset == bytes.count else { throw .malformed }
    }

    /// Reads an object; `member` gets each name and must pass the value.
    package mutating func object(
        depth: Int = 1, _ member: (inout JSONScanner, Text) throws(JSONProblem) -> Void
    ) throws(JSONProblem) {
        guard depth <= Self.depthLimit else { throw .tooDeep }
        try expect(UInt8(ascii: "{"))
        if next() == UInt8(ascii: "}") {
            offset += 1
            return
        }
        while true {
            guard next() == UInt8(ascii: "\"") else { throw .malformed }
            let name = try text()
            try expect(UInt8(ascii: ":"))
            try member(&self, name)
            if next() == UInt8(ascii: ",") {
                offset += 1
                continue
            }
            return try expect(UInt8(ascii: "}"))
        }
    }

    /// Reads an array; `element` must pass one value.
    package mutating func array(
        depth: Int = 1, _ element: (inout JSONScanner) throws(JSONProblem) -> Void
    ) throws(JSONProblem) {
        guard depth <= Self.depthLimit else { throw .tooDeep }
        try expect(UInt8(ascii: "["))
        if next() == UInt8(ascii: "]") {
            offset += 1
            return
        }
        while true {
            try element(&self)
            if next() == UInt8(ascii: ",") {
                offset += 1
                continue
            }
            return try expect(UInt8(ascii: "]"))
        }
    }

    /// Passes any value, with all that is nested in it; `depth` is that of an object or array that begins here.
    package mutating func skipValue(depth: Int = 1) throws(JSONProblem) {
        switch next() {
        case UInt8(ascii: "{"): _ = try names(depth: depth)
        case UInt8(ascii: "["):
            try array(depth: depth) { scanner throws(JSONProblem) in try scanner.skipValue(depth: depth + 1) }
        case UInt8(ascii: "\""): _ = try text()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: try skipNumber()
        }
    }

    /// Passes an object and returns the names of its members, each of which must be there once.
    package mutating func names(depth: Int = 1) throws(JSONProblem) -> Set<String> {
        var names: Set<String> = []
        try object(depth: depth) { scanner, text throws(JSONProblem) in
            let name = try scanner.name(text)
            guard names.insert(name).inserted else { throw .duplicateKey(name) }
            try scanner.skipValue(depth: depth + 1)
        }
        return names
    }

    // MARK: Literals

    /// Passes `null` if it comes next.
    package mutating func skipNull() throws(JSONProblem) -> Bool {
        guard next() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }

    /// Reads `true` or `false`; anything else is unusual.
    package mutating func bool() throws(JSONProblem) -> Bool {
        switch next() {
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"):
            try literal("false")
            return false
        default: throw .unusual
        }
        return true
    }

    private mutating func literal(_ word: StaticString) throws(JSONProblem) {
        let count = word.utf8CodeUnitCount
        guard offset + count <= bytes.count, let start = bytes.baseAddress,
            memcmp(start + offset, word.utf8Start, count) == 0
        else { throw .malformed }
        offset += count
    }

    // MARK: Numbers

    /// Reads an integer of at most 18 digits written without fraction and exponent; every other value is unusual.
    package mutating func integer() throws(JSONProblem) -> Int64 {
        let isNegative = next() == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let first = offset
        var value: Int64 = 0
        while offset < bytes.count, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit <= 9 {
            guard offset - first < 18 else { throw .unusual }
            value = value &* 10 &+ Int64(digit)
            offset += 1
        }
        let count = offset - first
        // Zeros in front are wrong, and minus zero is no integer for JSONDecoder.
        guard count > 0, count == 1 || bytes[first] != UInt8(ascii: "0"), !(isNegative && value == 0) else {
            throw .unusual
        }
        switch offset < bytes.count ? bytes[offset] : 0 {
        case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): throw .unusual
        default: return isNegative ? -value : value
        }
    }

    private mutating func skipNumber() throws(JSONProblem) {
        if peek() == UInt8(ascii: "-") { offset += 1 }
        if peek() == UInt8(ascii: "0") { offset += 1 } else { try skipDigits() }
        if peek() == UInt8(ascii: ".") {
            offset += 1
            try skipDigits()
        }
        if peek() | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { offset += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONProblem) {
        let first = offset
        while peek() &- UInt8(ascii: "0") <= 9 { offset += 1 }
        guard offset > first else { throw .malformed }
    }

    private func peek() -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    // MARK: Strings

    /// The bytes of a string as they stand, escapes and all.
    package func bytes(of text: Text) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[text.start..<text.end])
    }

    /// Reads a string, which must come next; anything else, and `\u`, is unusual.
    package mutating func string() throws(JSONProblem) -> String {
        guard next() == UInt8(ascii: "\"") else { throw .unusual }
        let text = try text()
        guard text.hasEscapes else { return String(decoding: bytes(of: text), as: UTF8.self) }
        return try unescaped(text)
    }

    /// What a name is once its escapes are resolved.
    private func name(_ text: Text) throws(JSONProblem) -> String {
        guard text.hasEscapes else { return String(decoding: bytes(of: text), as: UTF8.self) }
        let quoted = Data(bytes[(text.start - 1)...text.end])
        guard let name = try? JSONDecoder().decode(String.self, from: quoted) else { throw .malformed }
        return name
    }

    /// Passes a string; the next byte is its quotation mark.
    package mutating func text() throws(JSONProblem) -> Text {
        offset += 1
        let start = offset
        var hasEscapes = false
        var isASCII = true
        while true {
            skipPlain()
            switch peek() {
            case UInt8(ascii: "\""):
                let text = Text(start: start, end: offset, hasEscapes: hasEscapes)
                guard isASCII || String(validating: bytes(of: text), as: UTF8.self) != nil else { throw .malformed }
                offset += 1
                return text
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0x80...:
                isASCII = false
                offset += 1
            default: throw .malformed
            }
        }
    }

    /// Passes bytes that stand for themselves, eight at a time where there are as many.
    private mutating func skipPlain() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        while offset + 8 <= bytes.count, let start = bytes.baseAddress {
            let word = UInt64(littleEndian: UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self))
            // A high bit is set at the first quotation mark, backslash, control character or byte beyond ASCII.
            let quote = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslash = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            let found =
                ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word | word)
                & highs
            guard found == 0 else {
                offset += found.trailingZeroBitCount / 8
                return
            }
            offset += 8
        }
        while case let byte = peek(), byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
        {
            offset += 1
        }
    }

    private mutating func skipEscape() throws(JSONProblem) {
        offset += 1
        if peek() == UInt8(ascii: "u") {
            hasUnicodeEscapes = true
            for _ in 0..<4 {
                offset += 1
                guard Self.isHexDigit(peek()) else { throw .malformed }
            }
        } else if Self.escaped(peek()) == nil {
            throw .malformed
        }
        offset += 1
    }

    private func unescaped(_ text: Text) throws(JSONProblem) -> String {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.end - text.start)
        var rest = bytes(of: text)[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            plain.append(contentsOf: rest[..<backslash])
            guard let byte = Self.escaped(rest[backslash + 1]) else { throw .unusual }
            plain.append(byte)
            rest = rest[(backslash + 2)...]
        }
        plain.append(contentsOf: rest)
        return String(decoding: plain, as: UTF8.self)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") <= 9 || (byte | 0x20) &- UInt8(ascii: "a") <= 5
    }

    /// What a backslash and this byte stand for; `nil` for `u`, which needs more, and for all that is no escape.
    private static func escaped(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }
}
