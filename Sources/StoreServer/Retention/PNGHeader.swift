// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What the chunks of a PNG say without its pixels being decoded.
package struct PNGHeader: Sendable, Hashable, Codable {
    package let width: Int
    package let height: Int
    /// Whether there is an alpha channel, or a colour that stands for nothing.
    package let hasTransparency: Bool

    /// Reads the chunks of a file; `nil` when they are not those of a PNG, complete and in order.
    package init?(_ file: Data) {
        let bytes = [UInt8](file)
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        var names: [String] = []
        var header: ArraySlice<UInt8> = []
        var position = 8
        while names.last != "IEND" {
            guard position + 12 <= bytes.count else { return nil }
            let length = Self.number(bytes[position..<position + 4])
            let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            guard length <= bytes.count - position - 12 else { return nil }
            if names.isEmpty {
                guard name == "IHDR", length == 13 else { return nil }
                header = bytes[position + 8..<position + 21]
            }
            // Pixels may come in thousands of chunks, which are one thing here.
            if names.last != name { names.append(name) }
            position += 12 + length
        }
        guard names.contains("IDAT"), position == bytes.count else { return nil }
        width = Self.number(header.prefix(4))
        height = Self.number(header.dropFirst(4).prefix(4))
        guard width > 0, height > 0 else { return nil }
        let colourType = header[header.startIndex + 9]
        guard [0, 2, 3, 4, 6].contains(colourType) else { return nil }
        hasTransparency = colourType & 4 != 0 || names.contains("tRNS")
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
