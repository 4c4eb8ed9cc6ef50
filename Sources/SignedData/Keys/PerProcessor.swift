// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import COpenSSL
import Foundation
import Synchronization

/// A value for each processor, so that threads which run at the same time do not wait for one another's memory.
///
/// Where a thread runs is only a guess at which value nobody else uses: each has a lock of its own, and any will do.
final class PerProcessor<Value: Sendable>: Sendable {
    /// A value that shares no line of a processor's cache with another.
    final class Slot: Sendable {
        let value: Mutex<Value>
        private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)

        fileprivate init(_ value: Value) {
            self.value = Mutex(value)
        }
    }

    private let slots: [Slot]

    /// Creates as many equal values as there are processors, but not more than 16.
    init(_ value: Value) {
        slots = (0..<slotCount).map { _ in Slot(value) }
    }

    /// The value of the processor that the caller runs on.
    var slot: Slot { slots[Int(openstorekit_processor()) % slots.count] }
}

/// Asked for once: the system is slow to tell.
private let slotCount = max(1, min(16, ProcessInfo.processInfo.activeProcessorCount))
