// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where things are.
enum Place {
    /// The command that was built together with these tests.
    static let tool = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "openstorekit")

    /// The example app that was built together with these tests.
    static let terminalShop = tool.deletingLastPathComponent().appending(path: "TerminalShop")

    private static let repository = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// Starts servers of PostgreSQL for tests.
    static let postgres = repository.appending(path: "script/postgres")

    /// The example configuration.
    static let shop = repository.appending(path: "Examples/Shop/Shop.storekit")

    /// The configuration of another app.
    static let corner = repository.appending(path: "Examples/Guide/Corner.storekit")

    /// What somebody typed into the example app, and what it said.
    static let session = repository.appending(path: "Examples/TerminalShop/session.txt")

    /// The example script.
    static let scenario = repository.appending(path: "Examples/Scenarios/PlusForAYear.json")

    /// What a server's system is told of it.
    static let serviceUnit = repository.appending(path: "Packaging/openstorekit-backend.service")

    /// A file among the test data of SignedData.
    static func signedData(_ path: String) -> URL {
        repository.appending(path: "Tests/SignedDataTests/Fixtures").appending(path: path)
    }
}

/// A directory that is there as long as a test needs it.
func withDirectory<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory.appending(path: "openstorekit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await body(directory)
}
