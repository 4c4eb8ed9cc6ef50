// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The decoded pairs of a query string; a name may occur more than once.
package struct HTTPQuery: Sendable, Hashable {
    /// One `name=value` pair.
    package struct Item: Sendable, Hashable {
        /// The decoded name.
        package let name: String
        /// The decoded value, empty when there was no equals sign.
        package let value: String
    }

    /// Every pair, in the order sent.
    package let items: [Item]

    /// The values sent under a name, in order; empty when there was none.
    package subscript(name: String) -> [String] {
        items.lazy.filter { $0.name == name }.map(\.value)
    }

    /// The first value sent under a name.
    package func first(_ name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// Decodes the part of a target behind the question mark, or returns `nil` when an escape is not UTF-8 in
    /// hexadecimal.
    init?(encoded: PercentEncoding.Bytes) {
        var items: [Item] = []
        for pair in encoded.split(separator: UInt8(ascii: "&")) {
            let encodedName = pair.prefix { $0 != UInt8(ascii: "=") }
            guard let name = PercentEncoding.decode(encodedName, plusIsSpace: true),
                let value = PercentEncoding.decode(pair.dropFirst(encodedName.count + 1), plusIsSpace: true)
            else { return nil }
            items.append(Item(name: name, value: value))
        }
        self.items = items
    }
}
