// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

// Proves the sanitizer before it is believed: `guarded` must not be reported, `race` must be.

import Dispatch
import Synchronization

final class Counter: @unchecked Sendable {
    private let guarded = Mutex(0)
    private let other = Mutex(())
    private var unguarded = 0

    func count() {
        guarded.withLock { $0 += 1 }
    }

    /// Two threads that hold different locks are not kept apart by them.
    func race(_ number: Int) {
        if number.isMultiple(of: 2) {
            guarded.withLock { _ in unguarded += 1 }
        } else {
            other.withLock { _ in unguarded += 1 }
        }
    }
}

let counter = Counter()
let isRace = CommandLine.arguments.contains("race")
DispatchQueue.concurrentPerform(iterations: 8) { number in
    for _ in 0..<100_000 {
        if isRace { counter.race(number) } else { counter.count() }
    }
}
