// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The JSON of the App Store: one value always gives the same bytes.
package enum WireJSON {
    /// Writes a value with its keys sorted and its slashes as they are.
    ///
    /// Types that conform to ``JSONWritable`` are written fast.
    package static func encode<T: Encodable>(_ value: T) throws -> Data {
        if let json = (value as? any JSONWritable)?.plainJSON { return json }
        return try encodeSlowly(value)
    }

    /// The same, where it is known beforehand that there is a fast way.
    package static func encode<T: JSONWritable>(_ value: T) throws -> Data {
        try value.plainJSON ?? encodeSlowly(value)
    }

    /// The same without the fast way.
    static func encodeSlowly<T: Encodable>(_ value: T) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// Reads a value; throws `DecodingError` for anything else.
    package static func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try JSONDecoder().decode(type, from: data)
    }

    /// A value and the names that the object has besides.
    package struct Decoded<Value> {
        /// What was read.
        package let value: Value
        /// Names of the object's members: all that are no field of the value, and possibly also fields.
        package let otherNames: Set<String>
    }

    /// Reads an object of signed data, in which no name may repeat and nesting has a limit.
    ///
    /// What it accepts it reads as `JSONDecoder` does. Types that conform to ``JSONScannable`` are read fast.
    ///
    /// - Throws: ``JSONProblem`` or `DecodingError`.
    @_specialize(where T == JWSTransactionDecodedPayload)
    @_specialize(where T == JWSRenewalInfoDecodedPayload)
    @_specialize(where T == ResponseBodyV2DecodedPayload)
    package static func decodeSigned<T: Decodable>(_ type: T.Type, from data: Data) throws -> Decoded<T> {
        if let scannable = type as? any JSONScannable.Type, let decoded = scan(scannable, as: type, data) {
            return decoded
        }
        return try decodeSlowly(type, from: data)
    }

    /// Reads some fields of signed data that was read as a whole before; whether the others are there is left open.
    ///
    /// - Throws: ``JSONProblem`` or `DecodingError`.
    package static func decode<T: JSONScannable>(_ selection: JSONSelection<T>, from bytes: [UInt8]) throws -> T {
        if let value = bytes.withUnsafeBufferPointer({ T.scan($0, only: selection) }) { return value }
        return try decodeSlowly(T.self, from: Data(bytes)).value
    }

    /// The same without the fast way.
    static func decodeSlowly<T: Decodable>(_ type: T.Type, from data: Data) throws -> Decoded<T> {
        let names = try withBytes(data) { bytes throws(JSONProblem) in
            var scanner = JSONScanner(bytes)
            // Whether a value that is no object will do is for the decoder to say.
            guard scanner.next() == UInt8(ascii: "{") else {
                try scanner.skipValue()
                try scanner.expectEnd()
                return Set<String>()
            }
            let names = try scanner.names()
            try scanner.expectEnd()
            return names
        }
        return Decoded(value: try decode(type, from: data), otherNames: names)
    }

    /// Reads fast a type that the caller knows under another name; `nil` when the bytes are unusual or wrong.
    static func scan<S: JSONScannable, T>(_ type: S.Type, as result: T.Type, _ data: Data) -> Decoded<T>? {
        guard ObjectIdentifier(S.self) == ObjectIdentifier(T.self) else { return nil }
        return data.withUnsafeBytes { bytes in
            // The types are one, which a cast would take longer to find out than the reading does.
            S.scan(bytes.bindMemory(to: UInt8.self)).map {
                Decoded(value: unsafeBitCast($0.value, to: T.self), otherNames: $0.others)
            }
        }
    }

    private static func withBytes<Result>(
        _ data: Data, _ body: (UnsafeBufferPointer<UInt8>) throws(JSONProblem) -> Result
    ) throws(JSONProblem) -> Result {
        let result = data.withUnsafeBytes { bytes in
            Swift.Result { () throws(JSONProblem) in try body(bytes.bindMemory(to: UInt8.self)) }
        }
        return try result.get()
    }
}
