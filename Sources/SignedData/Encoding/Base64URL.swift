// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The two alphabets of RFC 4648, read strictly: one text for one value.
///
/// Foundation reads more than one text as the same bytes, so a signed token could be altered and still be read. Here
/// whitespace, stray padding and bits left over in the last digit are refused.
package enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values = table(digits)
    private static let standardValues = table(digits.dropLast(2) + Array("+/".utf8))
    /// Outside the six bits of a digit, so that one test finds a wrong character among four.
    private static let wrong: UInt8 = 0x80

    private static func table(_ digits: [UInt8]) -> [UInt8] {
        var table = [UInt8](repeating: wrong, count: 256)
        for (value, digit) in digits.enumerated() {
            table[Int(digit)] = UInt8(value)
        }
        return table
    }

    /// Writes bytes without padding.
    package static func encode(_ bytes: some ContiguousBytes) -> String {
        bytes.withUnsafeBytes { bytes in
            let length = (bytes.count * 4 + 2) / 3
            return String(unsafeUninitializedCapacity: length) { text in
                digits.withUnsafeBufferPointer { digits in
                    write(bytes, digits: digits, to: text)
                }
                return length
            }
        }
    }

    /// Reads unpadded base64url; `nil` unless the text is the one `encode` would write.
    package static func decode(_ text: String) -> Data? {
        var text = text
        return text.withUTF8 { decode(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// Reads unpadded base64url from ASCII.
    package static func decode(utf8 text: UnsafeRawBufferPointer) -> Data? {
        read(text, values: values)
    }

    /// Reads padded standard base64, the encoding of certificates in `x5c`.
    package static func decodeStandard(_ text: String) -> Data? {
        var text = text
        return text.withUTF8 { text in
            guard text.count.isMultiple(of: 4) else { return nil }
            let padding = UInt8(ascii: "=")
            var end = text.count
            while end > max(0, text.count - 2), text[end - 1] == padding { end -= 1 }
            return read(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<end]), values: standardValues)
        }
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, digits: UnsafeBufferPointer<UInt8>, to text: UnsafeMutableBufferPointer<UInt8>
    ) {
        var source = 0
        var target = 0
        while source + 3 <= bytes.count {
            let group = UInt32(bytes[source]) << 16 | UInt32(bytes[source + 1]) << 8 | UInt32(bytes[source + 2])
            text[target] = digits[Int(group >> 18)]
            text[target + 1] = digits[Int(group >> 12 & 63)]
            text[target + 2] = digits[Int(group >> 6 & 63)]
            text[target + 3] = digits[Int(group & 63)]
            source += 3
            target += 4
        }
        guard source < bytes.count else { return }
        let second = source + 1 < bytes.count ? bytes[source + 1] : 0
        text[target] = digits[Int(bytes[source] >> 2)]
        text[target + 1] = digits[Int((bytes[source] & 3) << 4 | second >> 4)]
        if source + 1 < bytes.count {
            text[target + 2] = digits[Int((second & 15) << 2)]
        }
    }

    private static func read(_ text: UnsafeRawBufferPointer, values: [UInt8]) -> Data? {
        let rest = text.count % 4
        guard rest != 1 else { return nil }
        var data = Data(count: text.count / 4 * 3 + max(0, rest - 1))
        let isCanonical = data.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
            values.withUnsafeBufferPointer { decode(text, values: $0, to: bytes) }
        }
        return isCanonical ? data : nil
    }

    /// Fills `bytes`; false when a character is wrong or the last digit has bits that stand for nothing.
    private static func decode(
        _ text: UnsafeRawBufferPointer, values: UnsafeBufferPointer<UInt8>, to bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var source = 0
        var target = 0
        var seen: UInt8 = 0
        while source + 4 <= text.count {
            let (a, b) = (values[Int(text[source])], values[Int(text[source + 1])])
            let (c, d) = (values[Int(text[source + 2])], values[Int(text[source + 3])])
            seen |= a | b | c | d
            bytes[target] = a << 2 | b >> 4 & 3
            bytes[target + 1] = b << 4 | c >> 2 & 15
            bytes[target + 2] = c << 6 | d & 63
            source += 4
            target += 3
        }
        guard source < text.count else { return seen & wrong == 0 }
        let (a, b) = (values[Int(text[source])], values[Int(text[source + 1])])
        seen |= a | b
        bytes[target] = a << 2 | b >> 4 & 3
        guard source + 2 < text.count else { return seen & wrong == 0 && b & 15 == 0 }
        let c = values[Int(text[source + 2])]
        bytes[target + 1] = b << 4 | c >> 2 & 15
        return (seen | c) & wrong == 0 && c & 3 == 0
    }
}
