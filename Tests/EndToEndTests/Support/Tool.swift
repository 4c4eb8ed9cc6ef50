// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A running `openstorekit`, or another command, started as a user starts it.
struct Tool: Sendable {
    /// How a process came to its end.
    enum End: Sendable, Hashable {
        case exit(Int32)
        case signal(Int32)
    }

    /// What a process that has ended leaves.
    struct Outcome: Sendable {
        let end: End
        let output: String
        let complaints: String
    }

    let identifier: pid_t
    private let output: OutputReader
    private let complaints: OutputReader
    private let ending: Task<End, Never>

    private init(
        _ arguments: [String], environment: [String: String], executable: URL = Place.tool, input: Pipe? = nil
    ) throws {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        // Nothing of the surroundings: whoever runs the tests may be connected to a store.
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"].merging(environment) { $1 }
        if let input { process.standardInput = input } else { process.standardInput = FileHandle.nullDevice }
        output = OutputReader()
        complaints = OutputReader()
        process.standardOutput = output.pipe
        process.standardError = complaints.pipe
        let (ends, continuation) = AsyncStream.makeStream(of: End.self)
        process.terminationHandler = { process in
            let status = process.terminationStatus
            continuation.yield(process.terminationReason == .exit ? .exit(status) : .signal(status))
        }
        try process.run()
        identifier = process.processIdentifier
        ending = Task {
            for await end in ends { return end }
            return .signal(0)
        }
    }

    /// Runs the command to its end.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Outcome {
        try await Tool(arguments, environment: environment).outcome()
    }

    /// Runs the command while a test talks to it, and ends it afterwards if it still runs.
    ///
    /// - Parameter input: What the test types into; nothing is typed when left out.
    static func with<Result>(
        _ arguments: [String] = [], environment: [String: String] = [:], executable: URL = Place.tool,
        input: Pipe? = nil, _ body: (Tool) async throws -> Result
    ) async throws -> Result {
        let tool = try Tool(arguments, environment: environment, executable: executable, input: input)
        do {
            let result = try await body(tool)
            tool.send(SIGKILL)
            _ = await tool.outcome()
            return result
        } catch {
            tool.send(SIGKILL)
            _ = await tool.outcome()
            throw error
        }
    }

    /// Sends a signal; a process that has ended does not mind.
    func send(_ signal: Int32) {
        guard kill(identifier, 0) == 0 else { return }
        kill(identifier, signal)
    }

    /// The next line of the standard output; `nil` at its end.
    func line() async -> String? {
        await output.line()
    }

    /// The next line of the standard error; `nil` at its end.
    func complaint() async -> String? {
        await complaints.line()
    }

    /// Waits for the end.
    ///
    /// A test that is cancelled, because its time is up, takes the process with it.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            Outcome(end: await ending.value, output: await output.rest(), complaints: await complaints.rest())
        } onCancel: {
            send(SIGKILL)
        }
    }
}
