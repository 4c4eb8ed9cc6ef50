// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension UUID {
    /// The UUID in lower case, as signed data and hashes have it.
    ///
    /// Written here because Foundation takes some ten times as long, and every signed fact has several.
    package var lowercaseText: String {
        withUnsafeBytes(of: uuid) { bytes in
            String(unsafeUninitializedCapacity: 36) { text in
                var end = 0
                for (place, byte) in bytes.enumerated() {
                    if place == 4 || place == 6 || place == 8 || place == 10 {
                        text[end] = UInt8(ascii: "-")
                        end += 1
                    }
                    text[end] = Self.digit(byte >> 4)
                    text[end + 1] = Self.digit(byte & 15)
                    end += 2
                }
                return end
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
