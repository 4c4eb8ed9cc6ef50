// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the name that some bytes spell among a few dozen, without making a string of them.
package struct JSONNames: Sendable {
    private let bytes: [UInt8]
    /// Where the name at each index begins; the last number is where the last name ends.
    private let starts: [Int]
    /// An index plus one at the place its name's hash says, or at the next free place.
    private let slots: [UInt8]

    /// Takes fewer than 128 different names in ASCII.
    package init(_ names: [String]) {
        self.bytes = names.flatMap(\.utf8)
        self.starts = names.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
        var slots = [UInt8](repeating: 0, count: 256)
        for (index, name) in names.enumerated() {
            var slot = Array(name.utf8).withUnsafeBufferPointer(Self.slot)
            while slots[slot] != 0 { slot = (slot + 1) % 256 }
            slots[slot] = UInt8(index + 1)
        }
        self.slots = slots
    }

    /// The index of the name, or `nil` when it is none of them.
    package func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        var slot = Self.slot(name)
        while case let entry = Int(slots[slot]), entry != 0 {
            if matches(name, entry - 1) { return entry - 1 }
            slot = (slot + 1) % 256
        }
        return nil
    }

    private func matches(_ name: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        let start = starts[index]
        guard starts[index + 1] - start == name.count, let first = name.baseAddress else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { memcmp($0 + start, first, name.count) == 0 } ?? false
        }
    }

    private static func slot(_ name: UnsafeBufferPointer<UInt8>) -> Int {
        guard !name.isEmpty else { return 0 }
        let mixed =
            name.count &* 31 &+ Int(name[0]) &* 7 &+ Int(name[name.count / 2]) &* 17 &+ Int(name[name.count - 1]) &* 3
        return mixed & 255
    }
}
