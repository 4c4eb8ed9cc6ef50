// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The `openssl` command: somebody else's opinion of what we sign and issue.
struct OpenSSLCommand {
    /// A folder that goes away with the command.
    final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("signed-data-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }

        func write(_ contents: Data, _ name: String) throws -> String {
            let file = url.appendingPathComponent(name)
            try contents.write(to: file)
            return file.path
        }
    }

    struct Result {
        let status: Int32
        let output: String
    }

    static func run(_ arguments: String...) throws -> Result { try run(arguments) }

    static func run(_ arguments: [String]) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
    }
}
