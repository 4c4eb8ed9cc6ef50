// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import SignedData

/// A signed text as it is kept: its certificates stand elsewhere, once for all texts that share them.
///
/// A notification carries the same chain of certificates three times, which is most of its size. Here every header is a
/// number; what comes back is the text byte for byte.
package struct ArchivedJWS: Sendable, Hashable {
    /// The bytes to be kept.
    package let bytes: [UInt8]

    /// Takes bytes that were kept.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// JSON never has it inside, so it can stand before the number of a header.
    private static let marker: UInt8 = 0
    private static let numberSize = 4

    /// Packs a text.
    ///
    /// - Parameter number: The number of a header, made when it is new.
    package init<Failure>(
        _ jws: UnverifiedJWS, number: (String) throws(Failure) -> UInt32
    ) throws(Failure) {
        var bytes = Self.encode(try number(Self.header(of: jws.compact)))
        var rest = [UInt8](jws.payloadData)[...]
        // Whatever inside looks like a compact JWS: a string that begins with many of its characters and a full stop.
        while let header = Self.nextHeader(in: rest) {
            bytes += rest[..<header.startIndex]
            bytes.append(Self.marker)
            bytes += Self.encode(try number(String(decoding: header, as: UTF8.self)))
            rest = rest[header.endIndex...]
        }
        self.bytes = bytes + rest + jws.signature
    }

    /// The text that was packed; `nil` when the bytes are damaged or a number is not known.
    ///
    /// - Parameter header: The header that has a number.
    package func text<Failure>(header: (UInt32) throws(Failure) -> String?) throws(Failure) -> String? {
        guard bytes.count >= Self.numberSize + 64 else { return nil }
        guard let first = try header(Self.decode(bytes[..<Self.numberSize])) else { return nil }
        var payload = Data()
        var rest = bytes[Self.numberSize..<(bytes.count - 64)]
        while let marker = rest.firstIndex(of: Self.marker) {
            payload += rest[..<marker]
            let number = rest[(marker + 1)...].prefix(Self.numberSize)
            guard number.count == Self.numberSize, let header = try header(Self.decode(number)) else { return nil }
            payload += Array(header.utf8)
            rest = rest[number.endIndex...]
        }
        payload += rest
        return "\(first).\(Base64URL.encode(payload)).\(Base64URL.encode(Data(bytes.suffix(64))))"
    }

    private static func header(of compact: String) -> String {
        String(compact.prefix { $0 != "." })
    }

    /// Shorter runs are not worth a number.
    private static let shortestHeader = 256

    private static func nextHeader(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var start: Int?
        for index in bytes.indices {
            switch bytes[index] {
            // A JSON string begins, or ends.
            case UInt8(ascii: "\""): start = index + 1
            case UInt8(ascii: "."):
                if let start, index - start >= shortestHeader { return bytes[start..<index] }
                start = nil
            case let byte: if !isDigit(byte) { start = nil }
            }
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func encode(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
