// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import SubscriptionServer

/// A subscription server in a process of its own, as one of several is that have one ledger.
final class ServerProcess {
    /// What the child process is told in its arguments.
    static let argument = "--serve-ledger"

    private struct Plan: Codable {
        var database: String
        var root: Data
    }

    let port: UInt16
    private let process: Process
    private let input: Pipe

    var identifier: Int32 { process.processIdentifier }

    /// Starts a server; it takes what a local store with this authority signs.
    init(database: String, authority: CertificateAuthority) throws {
        let plan = Plan(database: database, root: authority.root.derRepresentation)
        process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [Self.argument, String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)]
        input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = UInt16(said.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw LoadGenerator.Failure(output: "a server does not start: \(said)")
        }
        self.port = port
    }

    /// Ends the server.
    func close() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Serves until the standard input ends; a process of its own does this.
    static func run(_ arguments: ArraySlice<String>) async throws {
        let plan = try JSONDecoder().decode(Plan.self, from: Data((arguments.first ?? "").utf8))
        var configuration = SubscriptionServer.Configuration(
            database: plan.database,
            apps: [
                AppRegistration(
                    bundleID: BackendShop.bundleID,
                    localRoots: [.sandbox: [try Certificate(der: plan.root)]])
            ])
        configuration.maxBodyBytes = 1 << 20
        let server = try SubscriptionServer(configuration: configuration, surroundings: .init())
        try server.start()
        FileHandle.standardOutput.write(Data("\(server.port)\n".utf8))
        _ = try FileHandle.standardInput.readToEnd()
        await server.shutdown()
    }
}
