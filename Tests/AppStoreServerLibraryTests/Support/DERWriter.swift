// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes the little ASN.1 that tests need.
enum DERWriter {
    static func value(_ tag: UInt8, _ contents: Data) -> Data {
        var length = Data()
        if contents.count < 0x80 {
            length = Data([UInt8(contents.count)])
        } else {
            var rest = contents.count
            while rest > 0 {
                length.insert(UInt8(rest & 0xFF), at: 0)
                rest >>= 8
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        return Data([tag]) + length + contents
    }

    static func integer(_ number: Int) -> Data {
        var bytes = withUnsafeBytes(of: number.bigEndian) { Data($0) }
        while bytes.count > 1, bytes[0] == 0, bytes[1] < 0x80 { bytes = Data(bytes.dropFirst()) }
        return value(0x02, bytes)
    }

    static func text(_ text: String) -> Data { value(0x0C, Data(text.utf8)) }

    static func date(_ text: String) -> Data { value(0x16, Data(text.utf8)) }

    /// A set of numbered values, the form of receipts and of purchases in them.
    static func attributes(_ attributes: [(Int, Data)]) -> Data {
        value(
            0x31,
            attributes.reduce(into: Data()) { set, attribute in
                set += value(0x30, integer(attribute.0) + integer(1) + value(0x04, attribute.1))
            })
    }

    /// A signature of a JWS as the `openssl` command reads it.
    static func signature(_ raw: Data) throws -> Data {
        func integer(_ half: Data) -> Data {
            var digits = Data(half.drop { $0 == 0 })
            if (digits.first ?? 0x80) >= 0x80 { digits.insert(0, at: 0) }
            return value(0x02, digits)
        }
        return value(0x30, integer(raw.prefix(32)) + integer(raw.suffix(32)))
    }
}
