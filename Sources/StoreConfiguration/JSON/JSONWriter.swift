// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Writes JSON in Xcode's layout, members in the order they have.
///
/// Two spaces a level, a space on both sides of colons, empty arrays and objects over
/// three lines, slashes bare.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue, level: Int = 0) {
        switch value {
        case .null: write("null")
        case .bool(let bool): write(bool ? "true" : "false")
        case .number(let literal): write(literal)
        case .string(let text): writeQuoted(text)
        case .array(let elements):
            writeList(elements, open: "[", close: "]", level: level) { writer, element in
                writer.write(element, level: level + 1)
            }
        case .object(let members):
            writeList(members, open: "{", close: "}", level: level) { writer, member in
                writer.writeQuoted(member.key)
                writer.write(" : ")
                writer.write(member.value, level: level + 1)
            }
        }
    }

    mutating func write(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func writeList<Element>(
        _ elements: [Element], open: String, close: String, level: Int, each: (inout Self, Element) -> Void
    ) {
        write(open)
        write(elements.isEmpty ? "\n" : "")
        for (index, element) in elements.enumerated() {
            write(index == 0 ? "\n" : ",\n")
            write(String(repeating: "  ", count: level + 1))
            each(&self, element)
        }
        write("\n")
        write(String(repeating: "  ", count: level))
        write(close)
    }

    private mutating func writeQuoted(_ text: String) {
        write("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): write("\\\"")
            case UInt8(ascii: "\\"): write("\\\\")
            case 0x08: write("\\b")
            case 0x0C: write("\\f")
            case 0x0A: write("\\n")
            case 0x0D: write("\\r")
            case 0x09: write("\\t")
            case 0..<0x10: write("\\u000\(String(byte, radix: 16))")
            case 0x10..<0x20: write("\\u00\(String(byte, radix: 16))")
            default: bytes.append(byte)
            }
        }
        write("\"")
    }
}
