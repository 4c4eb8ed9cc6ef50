// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server of PostgreSQL that keeps what was committed, whatever happens to the machine.
struct DatabaseServer {
    let address: String
    private let directory: String

    /// Whether there is PostgreSQL on this machine; `script/setup --tests` sees to it.
    static let isInstalled =
        FileManager.default.fileExists(atPath: "/usr/lib/postgresql")
        || FileManager.default.isExecutableFile(atPath: "/usr/bin/initdb")

    /// Starts one with `script/postgres`, from the directory of the project, where `script/bench` runs this.
    init() throws {
        // The path of a socket must be short.
        directory = "/tmp/ospg-\(UUID().uuidString.prefix(8))"
        address = try Self.script("start", directory, "durable")
    }

    /// Where it listens.
    var socket: String { "\(directory)/.s.PGSQL.5432" }

    /// Its address for who finds a socket of it in another directory.
    func address(in other: String) -> String { address.replacing(directory, with: other) }

    /// The process that started all of its others.
    var identifier: Int32? {
        let text = try? String(contentsOfFile: "\(directory)/data/postmaster.pid", encoding: .utf8)
        return text?.split(separator: "\n").first.flatMap { Int32($0) }
    }

    /// Ends it and deletes everything.
    func close() {
        _ = try? Self.script("remove", directory)
    }

    private static func script(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "script/postgres")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw LoadGenerator.Failure(output: "script/postgres failed") }
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
