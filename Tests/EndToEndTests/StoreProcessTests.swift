// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPService
import Testing

/// The life of a store's process: how it starts, what it says, and how it ends.
@Suite(.timeLimit(.minutes(1))) struct StoreProcessTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `A signal closes the store in good order`(signal: Int32) async throws {
        try await withDirectory { directory in
            try await OpenStore.with(data: directory) { store in
                store.tool.send(signal)
                let outcome = await store.tool.outcome()
                #expect(outcome.end == .exit(0))
                #expect(outcome.complaints.isEmpty)
            }
        }
    }

    @Test func `A port that is taken is named, with the way out`() async throws {
        let other = HTTPServer { _ in .empty(200) }
        try other.start()
        try await withDirectory { directory in
            let arguments = ["store", Place.shop.path, "--port", String(other.port), "--data", directory.path]
            let outcome = try await Tool.run(arguments)
            #expect(outcome.end == .exit(1))
            #expect(outcome.output.isEmpty)
            #expect(outcome.complaints.contains("port \(other.port) is in use"))
            #expect(outcome.complaints.contains("--port"))
            #expect(outcome.complaints.isOneLine)
        }
        await other.shutdown()
    }

    @Test func `An address of another machine is refused`() async throws {
        try await withDirectory { directory in
            let arguments = [
                "store", Place.shop.path, "--port=0", "--listen=192.0.2.1", "--control-token=0123456789abcdef",
                "--data=\(directory.path)",
            ]
            let outcome = try await Tool.run(arguments)
            #expect(outcome.end == .exit(1))
            #expect(outcome.complaints.contains("192.0.2.1"))
        }
    }

    @Test func `The greeting names everything a client needs, and three things to try`() async throws {
        try await withDirectory { directory in
            let arguments = ["store", Place.shop.path, "--port", "0", "--data", directory.path]
            try await Tool.with(arguments) { tool in
                var lines: [String] = []
                while let line = await tool.line() {
                    lines.append(line)
                    if line.hasPrefix("Ctrl-C") { break }
                }
                let text = lines.joined(separator: "\n")
                for needed in [
                    "http://127.0.0.1:", directory.path, "root.der", "AuthKey_", "Key ID", "Issuer ID",
                    "com.example.shop", "Sandbox", "realTime", "  1. ", "  2. ", "  3. ",
                ] {
                    #expect(text.contains(needed))
                }
                tool.send(SIGTERM)
                #expect(await tool.outcome().end == .exit(0))
            }
        }
    }

    @Test func `Certificates and keys outlive the process`() async throws {
        func identity(_ directory: URL) async throws -> [String] {
            try await OpenStore.with(data: directory) { store in
                let greeting = store.greeting
                return [
                    try store.root.base64EncodedString(), greeting.keyID, greeting.issuerID,
                    try String(contentsOfFile: greeting.keyFile, encoding: .utf8),
                ]
            }
        }
        try await withDirectory { directory in
            let first = try await identity(directory)
            let second = try await identity(directory)
            #expect(first == second)
            let another = try await identity(directory.appending(path: "another"))
            #expect(Set(first).isDisjoint(with: another.dropLast(2)))
        }
    }

    @Test func `Without a place for its data a store keeps it where the user's state is kept`() async throws {
        try await withDirectory { directory in
            let arguments = ["store", Place.shop.path, "--port", "0", "--json"]
            try await Tool.with(arguments, environment: ["XDG_STATE_HOME": directory.path]) { tool in
                let line = try #require(await tool.line())
                let greeting = try JSONDecoder().decode(OpenStore.Greeting.self, from: Data(line.utf8))
                #expect(greeting.rootCertificate.hasPrefix(directory.appending(path: "openstorekit").path))
            }
        }
    }

    @Test func `A directory that cannot be written to is named`() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "file")
            try Data().write(to: file)
            let arguments = ["store", Place.shop.path, "--port", "0", "--data", file.path]
            let outcome = try await Tool.run(arguments)
            #expect(outcome.end == .exit(1))
            #expect(outcome.complaints.contains(file.path))
            #expect(outcome.complaints.isOneLine)
        }
    }

    @Test func `Problems of a configuration are warnings`() async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "Odd.storekit")
            let text = try String(contentsOf: Place.shop, encoding: .utf8)
                .replacing("\"displayPrice\" : \"0.99\"", with: "\"displayPrice\" : \"much\"")
            try Data(text.utf8).write(to: file)
            try await OpenStore.with(data: directory, file: file) { store in
                store.tool.send(SIGTERM)
                let outcome = await store.tool.outcome()
                #expect(outcome.end == .exit(0))
                #expect(outcome.complaints.contains("$.products[0].displayPrice"))
            }
        }
    }
}
