// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A type that can be read from JSON without `JSONDecoder`, as long as nothing in it is unusual.
package protocol JSONScannable: Decodable {
    /// The fields that are read; a case's raw value is its name on the wire.
    associatedtype Field: RawRepresentable<String> & CaseIterable

    /// ``Field``'s names, made once.
    static var fieldNames: JSONNames { get }

    /// ``Field``'s cases in the order of ``fieldNames``.
    static var fields: [Field] { get }

    /// Creates one with every field absent.
    init(absent: Void)

    /// Reads the value of one field.
    mutating func read(_ field: Field, from scanner: inout JSONScanner) throws(JSONProblem)

    /// Reads the whole of some bytes, and the names of members that are no field; `nil` when they are unusual or wrong.
    ///
    /// A requirement only for speed: each type gets code of its own.
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (value: Self, others: Set<String>)?
}

extension JSONScannable {
    package static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (value: Self, others: Set<String>)? {
        var scanner = JSONScanner(bytes)
        guard let scanned = try? scan(&scanner), (try? scanner.expectEnd()) != nil, !scanner.hasUnicodeEscapes else {
            return nil
        }
        return (scanned.0, scanned.others)
    }

    /// Reads an object, and returns the names of members that are no field of this type.
    static func scan(_ scanner: inout JSONScanner, depth: Int = 1) throws(JSONProblem) -> (Self, others: Set<String>) {
        let names = fieldNames
        let fields = fields
        var value = Self(absent: ())
        var others: Set<String> = []
        var seen: UInt64 = 0
        try scanner.object(depth: depth) { scanner, text throws(JSONProblem) in
            let name = scanner.bytes(of: text)
            if let index = names.index(of: name) {
                guard seen & 1 << UInt64(index) == 0 else { throw .unusual }
                seen |= 1 << UInt64(index)
                return try value.read(fields[index], from: &scanner)
            }
            // Written with escapes it may be a field's name after all.
            guard !text.hasEscapes, others.insert(String(decoding: name, as: UTF8.self)).inserted else {
                throw .unusual
            }
            try scanner.skipValue(depth: depth + 1)
        }
        return (value, others)
    }
}

extension JSONScanner {
    /// Reads an object of the second level or `null`.
    mutating func nestedIfPresent<T: JSONScannable>() throws(JSONProblem) -> T? {
        if try skipNull() { return nil }
        guard next() == UInt8(ascii: "{") else { throw .unusual }
        return try T.scan(&self, depth: 2).0
    }
}
