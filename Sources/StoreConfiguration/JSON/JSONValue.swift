// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A JSON value that keeps what Foundation's parsers lose: the order of keys, keys that occur twice, and the digits of
/// numbers as they were written.
public enum JSONValue: Sendable, Hashable {
    /// A key of an object with its value.
    public struct Member: Sendable, Hashable {
        /// The key; nothing keeps an object from having it twice.
        public var key: String
        /// The key's value.
        public var value: JSONValue

        /// Creates a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The word `null`.
    case null
    /// The words `true` and `false`.
    case bool(Bool)
    /// A number as written, `0.50` or `1e3`.
    case number(String)
    /// Text, without its escapes.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, its members in the order of the text.
    case object([Member])

    /// The value of the first member with this key; `nil` when there is none and for everything but objects.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What kind of value this is.
    ///
    /// The content stays out: a configuration may hold a private key.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The same as the description.
    public var debugDescription: String { description }
    /// No children, for the reason the description has none.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
