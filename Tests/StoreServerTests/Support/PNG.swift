// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes the chunks of a PNG; its pixels and checksums are nothing, which nobody reads.
enum PNG {
    static func make(
        _ width: UInt32 = 3840, _ height: UInt32 = 160, colourType: UInt8 = 2, chunks: [String] = ["IDAT"]
    ) -> Data {
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        file += chunk("IHDR", bytes(width) + bytes(height) + [8, colourType, 0, 0, 0])
        for name in chunks { file += chunk(name, [1, 2, 3]) }
        return file + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        Data(bytes(UInt32(content.count)) + Array(name.utf8) + content + [0, 0, 0, 0])
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
