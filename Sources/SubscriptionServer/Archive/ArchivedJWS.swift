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
        _ jws: UnverifiedJWS, number: (ArraySlice<UInt8>) throws(Failure) -> UInt32
    ) throws(Failure) {
        let payload = [UInt8](jws.payloadData)
        let headers = Self.headers(in: payload)
        var last = Self.header(of: jws.compact)[...]
        var encoded = Self.encode(try number(last))
        var bytes = encoded
        bytes.reserveCapacity(payload.count)
        var end = 0
        for range in headers {
            // Normally all are one.
            if !payload[range].hasSameBytes(as: last) {
                last = payload[range]
                encoded = Self.encode(try number(last))
            }
            bytes += payload[end..<range.lowerBound]
            bytes.append(Self.marker)
            bytes += encoded
            end = range.upperBound
        }
        bytes += payload[end...]
        bytes += jws.signature
        self.bytes = bytes
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

    private static func header(of compact: String) -> [UInt8] {
        var compact = compact
        return compact.withUTF8 { text in
            guard let start = text.baseAddress, let stop = memchr(start, Int32(UInt8(ascii: ".")), text.count) else {
                return []
            }
            return Array(text[..<(UnsafeRawPointer(stop) - UnsafeRawPointer(start))])
        }
    }

    /// Shorter runs are not worth a number.
    private static let shortestHeader = 256
    /// How a string begins that may be a compact JWS: an object in base64url.
    private static let start = Array("eyJ".utf8)

    /// Where the headers are of whatever looks like a compact JWS: strings that begin with many characters and a full stop.
    private static func headers(in payload: [UInt8]) -> [Range<Int>] {
        payload.withUnsafeBytes { bytes in
            func next(_ character: Unicode.Scalar, from place: Int) -> Int? {
                guard let base = bytes.baseAddress, place < bytes.count else { return nil }
                return memchr(base + place, Int32(UInt8(ascii: character)), bytes.count - place).map {
                    UnsafeRawPointer($0) - base
                }
            }
            var headers: [Range<Int>] = []
            var place = 0
            while let quote = next("\"", from: place) {
                place = quote + 1
                guard bytes[place...].starts(with: start), let stop = next(".", from: place),
                    let end = next("\"", from: place)
                else { continue }
                if stop < end, stop - place >= shortestHeader { headers.append(place..<stop) }
                place = end + 1
            }
            return headers
        }
    }

    private static func encode(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}

extension ArraySlice<UInt8> {
    /// Compares all bytes at once rather than one by one.
    func hasSameBytes(as other: Self) -> Bool {
        count == other.count
            && withUnsafeBytes { one in
                other.withUnsafeBytes { other in
                    guard let first = one.baseAddress, let second = other.baseAddress else { return true }
                    return memcmp(first, second, one.count) == 0
                }
            }
    }
}
