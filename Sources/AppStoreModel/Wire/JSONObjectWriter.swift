// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Writes one object of JSON, flat but for lists of such objects, many times faster than `JSONEncoder` would.
///
/// Only what is plain is written. Whatever would need thought, such as text with escapes, makes the whole ``json``
/// `nil`, and the encoder has to do it.
package struct JSONObjectWriter {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]
    private var isPlain = true

    init() {
        bytes.reserveCapacity(1024)
    }

    /// The object; `nil` when something in it was not plain.
    consuming func json() -> Data? {
        guard isPlain else { return nil }
        bytes.append(UInt8(ascii: "}"))
        return Data(bytes)
    }

    /// Adds a member of text.
    ///
    /// Members are in the order they are added in, which the caller keeps sorted by name.
    package mutating func add(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        begin(name)
        append(text)
    }

    /// Adds a list of texts.
    package mutating func add(_ name: StaticString, _ texts: [String]?) {
        guard let texts else { return }
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (number, text) in texts.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            append(text)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Adds a list of objects.
    package mutating func add(_ name: StaticString, _ objects: [some JSONWritable]) {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for object in objects {
            if bytes.last == UInt8(ascii: "}") { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "{"))
            object.write(to: &self)
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Adds a number.
    package mutating func add(_ name: StaticString, _ number: (some FixedWidthInteger)?) {
        guard let number else { return }
        begin(name)
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Adds a truth value.
    package mutating func add(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        begin(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Adds a time in milliseconds since 1970.
    package mutating func add(_ name: StaticString, _ date: Date?) {
        guard let date else { return }
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
            return isPlain = false
        }
        add(name, milliseconds)
    }

    /// Adds a UUID in lower case.
    package mutating func add(_ name: StaticString, _ uuid: UUID?) {
        add(name, uuid?.lowercaseText)
    }

    /// Leaves a member that is not flat to the encoder, if it is there.
    package mutating func add(unlessAbsent value: (some Encodable)?) {
        if value != nil { isPlain = false }
    }

    private mutating func begin(_ name: StaticString) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func append(_ text: String) {
        let isText = text.utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isText else { return isPlain = false }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }
}

/// A type that can be written as JSON without `JSONEncoder`, as long as nothing in it is unusual.
package protocol JSONWritable: Encodable {
    /// Adds every member that is there, sorted by name.
    func write(to object: inout JSONObjectWriter)
}

extension JSONWritable {
    /// The JSON that `WireJSON` would have the encoder make; `nil` when the encoder has to.
    var plainJSON: Data? {
        var object = JSONObjectWriter()
        write(to: &object)
        return object.json()
    }
}
