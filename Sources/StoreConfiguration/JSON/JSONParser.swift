// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Parses strict JSON (RFC 8259) from UTF-8 that was validated before.
struct JSONParser {
    /// Deep enough for any configuration (ten levels), shallow enough for every stack.
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0

    /// Whether an escape named half of a surrogate pair, for which U+FFFD stands in the result.
    private(set) var replacedSurrogates = false

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func parseDocument() throws(ConfigurationError) -> JSONValue {
        let value = try parseValue(depth: 1)
        skipWhitespace()
        guard position == bytes.count else { throw unexpected("the end of the file") }
        return value
    }

    private mutating func parseValue(depth: Int) throws(ConfigurationError) -> JSONValue {
        skipWhitespace()
        switch peek {
        case UInt8(ascii: "{"):
            return try parseObject(depth: depth)
        case UInt8(ascii: "["):
            return try parseArray(depth: depth)
        case UInt8(ascii: "\""):
            return .string(try parseString())
        case .some(UInt8(ascii: "0")...UInt8(ascii: "9")), UInt8(ascii: "-"):
            return .number(try parseNumber())
        default:
            if skip("null") { return .null }
            if skip("true") { return .bool(true) }
            if skip("false") { return .bool(false) }
            throw unexpected("a value")
        }
    }

    private mutating func parseObject(depth: Int) throws(ConfigurationError) -> JSONValue {
        try enter(depth)
        var members: [JSONValue.Member] = []
        skipWhitespace()
        if skip("}") { return .object(members) }
        repeat {
            skipWhitespace()
            guard peek == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
            let key = try parseString()
            skipWhitespace()
            guard skip(":") else { throw unexpected("a colon after the key") }
            members.append(JSONValue.Member(key: key, value: try parseValue(depth: depth + 1)))
            skipWhitespace()
        } while skip(",")
        guard skip("}") else { throw unexpected("a comma or a closing brace") }
        return .object(members)
    }

    private mutating func parseArray(depth: Int) throws(ConfigurationError) -> JSONValue {
        try enter(depth)
        var elements: [JSONValue] = []
        skipWhitespace()
        if skip("]") { return .array(elements) }
        repeat {
            elements.append(try parseValue(depth: depth + 1))
            skipWhitespace()
        } while skip(",")
        guard skip("]") else { throw unexpected("a comma or a closing bracket") }
        return .array(elements)
    }

    private mutating func enter(_ depth: Int) throws(ConfigurationError) {
        guard depth <= Self.maximumDepth else { throw .tooDeep(limit: Self.maximumDepth) }
        position += 1
    }

    private mutating func parseNumber() throws(ConfigurationError) -> String {
        let start = position
        _ = skip("-")
        if !skip("0") { try parseDigits() }
        if skip(".") { try parseDigits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try parseDigits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func parseDigits() throws(ConfigurationError) {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw unexpected("a digit") }
    }

    private mutating func parseString() throws(ConfigurationError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                text.append(contentsOf: String(try parseEscape()).utf8)
            case 0..<0x20:
                throw unexpected("the double quote that ends the text")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw unexpected("the double quote that ends the text")
    }

    private mutating func parseEscape() throws(ConfigurationError) -> Unicode.Scalar {
        let simple: [UInt8: Unicode.Scalar] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
            UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
        ]
        if let byte = peek, let scalar = simple[byte] {
            position += 1
            return scalar
        }
        guard skip("u") else { throw unexpected("an escape that JSON knows") }
        let unit = try parseHexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let afterFirst = position
        if unit < 0xDC00, skip("\\u") {
            let second = try parseHexadecimal()
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        position = afterFirst
        replacedSurrogates = true
        return "\u{FFFD}"
    }

    private mutating func parseHexadecimal() throws(ConfigurationError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw unexpected("four hexadecimal digits")
            }
            value = value << 4 + UInt32(digit)
            position += 1
        }
        return value
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { expected in
            guard bytes[position...].starts(with: expected) else { return false }
            position += expected.count
            return true
        }
    }

    private mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func unexpected(_ expected: String) -> ConfigurationError {
        let before = bytes[..<position]
        let line = before.count { $0 == 0x0A } + 1
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count + 1
        let found = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars.first
        return .notJSON(expected: expected, found: found, line: line, column: column)
    }
}
