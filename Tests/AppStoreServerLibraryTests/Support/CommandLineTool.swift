// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The `openssl` command, or another: somebody else's opinion of what is signed here.
enum CommandLineTool {
    /// A folder that goes away with the last reference to it.
    final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "server-library-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }

        func path(_ name: String) -> String { url.appending(path: name).path }

        @discardableResult
        func write(_ contents: Data, _ name: String) throws -> String {
            try contents.write(to: url.appending(path: name))
            return path(name)
        }

        func read(_ name: String) throws -> Data {
            try Data(contentsOf: url.appending(path: name))
        }
    }

    struct Failure: Error {
        let output: String
    }

    /// Runs a command and returns what it printed; throws when it fails.
    @discardableResult
    static func run(_ command: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(output: output) }
        return output
    }

    @discardableResult
    static func openssl(_ arguments: String...) throws -> String {
        try run("openssl", arguments)
    }
}
