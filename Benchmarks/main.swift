// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Runs the benchmarks named on the command line, or all, and prints one JSON object a line. With --long the memory is
// watched over 10 million verifications instead of 100,000, and notifications are taken into a ledger of 5 million
// transactions too.

let isLong = CommandLine.arguments.contains("--long")

let benchmarks: [(name: String, run: () async throws -> [Outcome])] = [
    ("verify-cached", { [try VerificationBenchmarks.cached()] }),
    ("verify-chain", { [try VerificationBenchmarks.wholeChain()] }),
    ("verify-two-threads", { try VerificationBenchmarks.twoThreads() }),
    (
        "verify-memory",
        {
            try [
                isLong
                    ? MemoryBenchmark.run(verifications: 10_000_000, chains: 1000)
                    : MemoryBenchmark.run(verifications: 100_000, chains: 200)
            ]
        }
    ),
    ("engine-year", EngineBenchmarks.year),
    ("sign", { [try SigningBenchmarks.sign()] }),
    ("server-transaction-info", { try ServerBenchmarks.transactionInfo() }),
    ("server-history", { [try ServerBenchmarks.history()] }),
    ("server-million", ServerBenchmarks.million),
    ("ingest-sqlite", BackendBenchmarks.ingest),
    ("ingest-sizes", { try await BackendBenchmarks.sizes(isLong: isLong) }),
    ("ingest-latency", BackendBenchmarks.latency),
    ("ingest-postgres", PostgreSQLBenchmarks.ingest),
    ("entitlement-read", BackendBenchmarks.entitlements),
    ("session-start", { [try await StoreKitBenchmarks.sessionStart()] }),
    ("purchase-in-process", { [try await StoreKitBenchmarks.purchase()] }),
    ("entitlements-1000", { [try await StoreKitBenchmarks.entitlements()] }),
    ("parallel-tests", { [try await StoreKitBenchmarks.parallelTests()] }),
]

if CommandLine.arguments.dropFirst().first == LoadGenerator.argument {
    try LoadGenerator.run(CommandLine.arguments.dropFirst(2))
    exit(0)
}

if CommandLine.arguments.dropFirst().first == ServerProcess.argument {
    try await ServerProcess.run(CommandLine.arguments.dropFirst(2))
    exit(0)
}

let wanted = CommandLine.arguments.dropFirst().filter { $0 != "--long" }
for name in wanted where !benchmarks.contains(where: { $0.name == name }) {
    FileHandle.standardError.write(
        Data("There is no benchmark \(name): \(benchmarks.map(\.name).joined(separator: ", "))\n".utf8))
    exit(2)
}
for benchmark in benchmarks where wanted.isEmpty || wanted.contains(benchmark.name) {
    for outcome in try await benchmark.run() {
        FileHandle.standardOutput.write(Data((try outcome.json(name: benchmark.name) + "\n").utf8))
    }
}
