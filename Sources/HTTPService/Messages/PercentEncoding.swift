// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The escapes of RFC 3986, read strictly: a half escape is a malformed request, not text.
enum PercentEncoding {
    /// A piece of the UTF-8 of a text, cut off in front of or behind ASCII characters.
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns the text behind the escapes, or `nil` when an escape is cut off, is not hexadecimal or hides invalid
    /// UTF-8.
    ///
    /// An escaped NUL is refused too: no identifier has one, and C code behind a handler would stop reading at it.
    static func decode(_ text: Bytes, plusIsSpace: Bool = false) -> String? {
        guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(decoding: text, as: UTF8.self)
        }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
                    high << 4 | low != 0
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace:
                bytes.append(UInt8(ascii: " "))
            default:
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
