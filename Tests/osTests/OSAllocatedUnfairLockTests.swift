// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import os

@Suite struct OSAllocatedUnfairLockTests {
    @Test func nothingIsLostBetweenThreads() async {
        let count = OSAllocatedUnfairLock(initialState: 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 { count.withLock { $0 += 1 } }
                }
            }
        }
        #expect(count.withLock { $0 } == 400)
    }

    @Test func whoeverIsLateIsTurnedAway() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        #expect(!lock.lockIfAvailable())
        #expect(lock.withLockIfAvailable { _ in 1 } == nil)
        lock.unlock()
        #expect(lock.withLock { 2 } == 2)
        #expect(lock.withLockIfAvailable { _ in 1 } == 1)
    }
}
