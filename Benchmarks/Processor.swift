// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which core works, and how long.
enum Processor {
    /// How long this process has worked.
    static var seconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1_000_000 }
    }

    /// Keeps every thread of this process, and those it will start, on one core.
    static func pin(to core: Int) {
        var set = cpu_set_t()
        withUnsafeMutableBytes(of: &set) { $0[core / 8] = 1 << UInt8(core % 8) }
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        for thread in threads {
            sched_setaffinity(pid_t(thread) ?? 0, MemoryLayout<cpu_set_t>.size, &set)
        }
    }
}
