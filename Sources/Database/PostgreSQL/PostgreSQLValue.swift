// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL

/// Values as PostgreSQL sends them in binary form: most significant byte first.
enum PostgreSQLValue {
    private static let boolean: Oid = 16
    private static let bytes: Oid = 17
    private static let (int8, int2, int4): (Oid, Oid, Oid) = (20, 21, 23)
    private static let text: Oid = 25
    private static let (float4, float8, numeric): (Oid, Oid, Oid) = (700, 701, 1700)

    /// The type a value is sent as; 0 lets the server choose.
    static func type(of value: DatabaseValue) -> Oid {
        switch value {
        case .null: 0
        case .integer: int8
        case .real: float8
        case .text: text
        case .blob: bytes
        }
    }

    /// Appends what is sent for a value.
    static func append(_ value: DatabaseValue, to buffer: inout [UInt8]) {
        switch value {
        case .null: break
        case .integer(let number): withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
        case .real(let number): withUnsafeBytes(of: number.bitPattern.bigEndian) { buffer.append(contentsOf: $0) }
        case .text(let text): buffer.append(contentsOf: text.utf8)
        case .blob(let bytes): buffer.append(contentsOf: bytes)
        }
    }

    /// Reads what was answered; what has a type that no column of ours has is read as text.
    static func value(_ buffer: UnsafeRawBufferPointer, type: Oid) -> DatabaseValue {
        switch type {
        case int8, int4, int2: .integer(integer(buffer))
        case boolean: .integer(buffer.first == 1 ? 1 : 0)
        case float8: .real(Double(bitPattern: UInt64(bitPattern: integer(buffer))))
        case float4: .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: integer(buffer)))))
        case bytes: .blob([UInt8](buffer))
        case numeric: number(buffer)
        default: .text(String(decoding: buffer, as: UTF8.self))
        }
    }

    /// A whole number of as many bytes as there are.
    private static func integer(_ buffer: some Sequence<UInt8>) -> Int64 {
        var isFirst = true
        return buffer.reduce(0) { number, byte in
            defer { isFirst = false }
            return isFirst ? Int64(Int8(bitPattern: byte)) : number << 8 | Int64(byte)
        }
    }

    /// A number of any length, which is what a sum of whole numbers is: four digits at a time, after how many there are, how
    /// great the first is, the sign, and how many digits are meant to stand after the point.
    private static func number(_ buffer: UnsafeRawBufferPointer) -> DatabaseValue {
        func short(_ index: Int) -> Int64 { integer(buffer[(2 * index)..<(2 * index + 2)]) }
        guard buffer.count >= 8, buffer.count == 8 + 2 * Int(short(0)) else { return .null }
        let (count, weight, isNegative) = (Int(short(0)), Int(short(1)), short(2) == 0x4000)
        if short(3) == 0, weight < 5 {
            var whole: Int64 = 0
            var isExact = true
            for place in 0..<max(0, weight + 1) {
                let (shifted, overflow) = whole.multipliedReportingOverflow(by: 10_000)
                let digit = place < count ? short(4 + place) : 0
                let (sum, carry) = shifted.subtractingReportingOverflow(digit)
                whole = sum
                isExact = isExact && !overflow && !carry
            }
            if isExact, isNegative { return .integer(whole) }
            if isExact, whole != .min { return .integer(-whole) }
        }
        var value = 0.0
        var unit = 1.0
        for _ in 0..<abs(weight) { unit = weight > 0 ? unit * 10_000 : unit / 10_000 }
        for place in 0..<count {
            value += Double(short(4 + place)) * unit
            unit /= 10_000
        }
        return .real(isNegative ? -value : value)
    }
}
