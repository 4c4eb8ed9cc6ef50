// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Header fields in the order they were sent; names compare without regard to case, repeated names are kept apart.
package struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One header field.
    package struct Field: Sendable, Hashable {
        /// The name as it was written.
        package let name: String
        /// The value without the white space around it.
        package let value: String
    }

    /// Every field, in order.
    package private(set) var fields: [Field] = []

    /// Creates an empty list.
    package init() {}

    /// Creates a list of these fields; a name may occur more than once.
    package init(dictionaryLiteral elements: (String, String)...) {
        self.fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The value of the first field of this name.
    package func first(_ name: String) -> String? {
        fields.first { Self.same($0.name, name) }?.value
    }

    /// The values of all fields of this name, in order.
    package func all(_ name: String) -> [String] {
        fields.lazy.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// Adds a field behind the others, also when the name is there already.
    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Puts one field in the place of all fields of this name.
    package mutating func set(_ name: String, _ value: String) {
        fields.removeAll { Self.same($0.name, name) }
        add(name, value)
    }

    // Field names are ASCII: folding bytes avoids a Unicode comparison for each field of each request.
    private static func same(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
