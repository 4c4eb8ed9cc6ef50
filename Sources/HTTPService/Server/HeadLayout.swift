// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CMicroHTTPD
import Foundation

/// Where the pieces of a head lie in the library's buffer.
///
/// The library overwrites the ends of lines with NULs and hands out C strings that point into its buffer. A field it
/// joined from folded lines, a NUL inside a line and doubled spaces in the request line leave a gap between one piece
/// and the next, and nothing else does: that is the only trace of them.
struct HeadLayout {
    private let limit: UnsafeRawPointer
    private var end: UnsafeRawPointer
    private(set) var headers = HTTPHeaders()
    /// Whether every byte of the head was accounted for and every field was UTF-8.
    private(set) var isSound: Bool

    /// Follows the pieces of a head, from the method to the empty line.
    ///
    /// - Parameters:
    ///   - connection: The connection, within its access callback.
    ///   - method: The method as the callback got it, the first byte of the head.
    ///   - targetLength: The bytes of the target as it was sent.
    ///   - version: The version as the callback got it.
    init(
        of connection: OpaquePointer, method: UnsafePointer<CChar>, targetLength: Int, version: UnsafePointer<CChar>
    ) {
        let start = UnsafeRawPointer(method)
        let versionStart = UnsafeRawPointer(version)
        limit = start + openstorekit_mhd_header_size(connection)
        end = versionStart + Int(strlen(version))
        isSound = versionStart - start == Int(strlen(method)) + targetLength + 2 && end < limit
        withUnsafeMutablePointer(to: &self) { layout in
            _ = MHD_get_connection_values_n(
                connection, .HEADER_KIND,
                { layout, _, name, nameSize, value, valueSize in
                    layout?.assumingMemoryBound(to: HeadLayout.self).pointee.append(
                        name: UnsafeRawBufferPointer(start: name, count: nameSize),
                        value: UnsafeRawBufferPointer(start: value, count: valueSize))
                    return .YES
                }, layout)
        }
        // The end of the last line, and the empty line.
        if isSound, !(2...4).contains(limit - skippingBlanks(from: end)) { isSound = false }
    }

    private mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        guard isSound, let nameStart = name.baseAddress, let valueStart = value.baseAddress,
            nameStart > end, nameStart + name.count < valueStart, valueStart + value.count < limit,
            // In front of the name lies one end of line, LF or CR LF; behind it lie the colon and blanks.
            (1...2).contains(nameStart - skippingBlanks(from: end)),
            skippingBlanks(from: nameStart + name.count + 1) >= valueStart,
            let name = String(validating: name, as: UTF8.self),
            let text = String(validating: Self.withoutBlankEnd(value), as: UTF8.self)
        else { return isSound = false }
        end = valueStart + value.count
        headers.add(name, text)
    }

    private func skippingBlanks(from position: UnsafeRawPointer) -> UnsafeRawPointer {
        var position = position
        while position < limit, Self.isBlank(position.load(as: UInt8.self)) { position += 1 }
        return position
    }

    private static func withoutBlankEnd(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer.SubSequence {
        var rest = bytes[...]
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return rest
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
