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

    /// Reads some fields and passes everything else; `nil` when the bytes are unusual or wrong.
    ///
    /// A requirement for the same reason.
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>, only selection: JSONSelection<Self>) -> Self?
}

/// Some fields of a type.
package struct JSONSelection<Value: JSONScannable>: Sendable {
    /// A bit for each, at its place in ``JSONScannable/fields``.
    fileprivate let bits: UInt64

    /// Selects these.
    package init(_ fields: [Value.Field]) {
        let names = Set(fields.map(\.rawValue))
        bits = Value.fields.indices.reduce(0) { names.contains(Value.fields[$1].rawValue) ? $0 | 1 << UInt64($1) : $0 }
    }

    fileprivate func contains(_ index: Int) -> Bool { bits & 1 << UInt64(index) != 0 }
}

extension JSONScannable {
    package static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> (value: Self, others: Set<String>)? {
        var scanner = JSONScanner(bytes)
        guard let scanned = try? scan(&scanner), (try? scanner.expectEnd()) != nil, !scanner.hasUnicodeEscapes else {
            return nil
        }
        return (scanned.0, scanned.others)
    }

    package static func scan(_ bytes: UnsafeBufferPointer<UInt8>, only selection: JSONSelection<Self>) -> Self? {
        var scanner = JSONScanner(bytes)
        let names = fieldNames
        let fields = fields
        var value = Self(absent: ())
        do throws(JSONProblem) {
            try scanner.object { scanner, text throws(JSONProblem) in
                guard !text.hasEscapes else { throw .unusual }
                guard let index = names.index(of: scanner.bytes(of: text)), selection.contains(index) else {
                    return try scanner.skipValue(depth: 2)
                }
                try value.read(fields[index], from: &scanner)
            }
            try scanner.expectEnd()
        } catch {
            return nil
        }
        return scanner.hasUnicodeEscapes ? nil : value
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
