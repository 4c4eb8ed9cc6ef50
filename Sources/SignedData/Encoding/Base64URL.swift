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
    /// Outside the 24 bits of four digits, so that one test finds a wrong character among all.
    private static let wrong: UInt32 = 1 << 31

    /// What each character is worth in each of the four places of a group, one place after the other.
    private static func table(_ digits: [UInt8]) -> [UInt32] {
        var table = [UInt32](repeating: wrong, count: 4 * 256)
        for place in 0..<4 {
            for (value, digit) in digits.enumerated() {
                table[place * 256 + Int(digit)] = UInt32(value) << UInt32(18 - 6 * place)
            }
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

    private static func read(_ text: UnsafeRawBufferPointer, values: [UInt32]) -> Data? {
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
        _ text: UnsafeRawBufferPointer, values: UnsafeBufferPointer<UInt32>, to bytes: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var source = 0
        var target = 0
        var seen: UInt32 = 0
        // Four characters at once, and four bytes of which the next group overwrites the last.
        while source + 4 <= text.count, target + 4 <= bytes.count {
            let word = UInt32(littleEndian: text.loadUnaligned(fromByteOffset: source, as: UInt32.self))
            let group =
                values[Int(word & 255)] | values[256 + Int(word >> 8 & 255)] | values[512 + Int(word >> 16 & 255)]
                | values[768 + Int(word >> 24)]
            seen |= group
            bytes.storeBytes(of: (group << 8).bigEndian, toByteOffset: target, as: UInt32.self)
            source += 4
            target += 3
        }
        while source + 4 <= text.count {
            let group =
                values[Int(text[source])] | values[256 + Int(text[source + 1])] | values[512 + Int(text[source + 2])]
                | values[768 + Int(text[source + 3])]
            seen |= group
            bytes[target] = UInt8(truncatingIfNeeded: group >> 16)
            bytes[target + 1] = UInt8(truncatingIfNeeded: group >> 8)
            bytes[target + 2] = UInt8(truncatingIfNeeded: group)
            source += 4
            target += 3
        }
        let rest = text.count - source
        guard rest > 0 else { return seen & wrong == 0 }
        // Two digits make one byte, three make two.
        let group =
            values[Int(text[source])] | values[256 + Int(text[source + 1])]
            | (rest == 3 ? values[512 + Int(text[source + 2])] : 0)
        bytes[target] = UInt8(truncatingIfNeeded: group >> 16)
        guard rest == 3 else { return (seen | group) & wrong == 0 && group & 0xFFFF == 0 }
        bytes[target + 1] = UInt8(truncatingIfNeeded: group >> 8)
        return (seen | group) & wrong == 0 && group & 0xFF == 0
    }
}
