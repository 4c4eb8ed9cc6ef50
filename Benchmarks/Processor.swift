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

    /// How long another process has worked, and everything that it started; a process that ended counts with who started it.
    static func seconds(of process: Int32) -> Double {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { Int32($0) }.compactMap(Self.life).reduce(0) { sum, life in
            life.process == process || life.parent == process ? sum + life.seconds : sum
        }
    }

    /// What the system knows of a process; `nil` when it has ended.
    private static func life(of process: Int32) -> (process: Int32, parent: Int32, seconds: Double)? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        // Behind the name, which may have anything in it: the state, the parent, and times of the process and its children.
        let fields = text[end...].split(separator: " ").dropFirst()
        let numbers = fields.map { Double($0) ?? 0 }
        guard numbers.count > 14 else { return nil }
        return (process, Int32(numbers[1]), numbers[11...14].reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// Keeps every thread of this process, and those it will start, on one core, as far as the machine has `taskset`.
    static func pin(to core: Int) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["taskset", "-a", "-c", "-p", String(core), String(getpid())]
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return }
        process.waitUntilExit()
    }
}
