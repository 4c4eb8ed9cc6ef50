// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Runs the benchmarks named on the command line, or all, and prints one JSON object a line.

let benchmarks: [(name: String, run: () throws -> Outcome)] = [
    ("verify-cached", VerificationBenchmarks.cached),
    ("verify-chain", VerificationBenchmarks.wholeChain),
    ("sign", SigningBenchmarks.sign),
]

let wanted = CommandLine.arguments.dropFirst()
for name in wanted where !benchmarks.contains(where: { $0.name == name }) {
    FileHandle.standardError.write(
        Data("There is no benchmark \(name): \(benchmarks.map(\.name).joined(separator: ", "))\n".utf8))
    exit(2)
}
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
    let line = try benchmark.run().json(name: benchmark.name)
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
