// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the commands that read a configuration say when they cannot.
@Suite(.timeLimit(.minutes(1))) struct FileErrorTests {
    static let readers = ["store", "demo", "inspect"]

    /// Expects the command to fail with one line that names the file and says this.
    private func expect(_ command: String, _ path: String, toSay complaint: String) async throws {
        let outcome = try await Tool.run([command, path])
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaints.isOneLine)
        #expect(outcome.complaints.contains(path))
        #expect(outcome.complaints.contains(complaint))
    }

    @Test(arguments: readers)
    func `A file that is not there`(command: String) async throws {
        try await expect(command, "/nonexistent/Shop.storekit", toSay: "no ")
    }

    @Test(arguments: readers)
    func `A directory in place of a file`(command: String) async throws {
        try await withDirectory { directory in
            try await expect(command, directory.path, toSay: "is a directory")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"), arguments: readers)
    func `A file that may not be read`(command: String) async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "Secret.storekit")
            try Data("{}".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
            try await expect(command, file.path, toSay: "cannot be read")
        }
    }

    @Test(
        arguments: readers,
        [("", "is empty"), ("  \n", "is empty"), ("not JSON", "is not JSON"), ("[1]", "one JSON object")])
    func `A file that is no configuration`(command: String, content: (text: String, complaint: String)) async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "Broken.storekit")
            try Data(content.text.utf8).write(to: file)
            try await expect(command, file.path, toSay: content.complaint)
        }
    }

    @Test(arguments: ["store", "demo"])
    func `A configuration that sells nothing`(command: String) async throws {
        try await withDirectory { directory in
            let file = directory.appending(path: "Bare.storekit")
            try Data(#"{"version":{"major":4,"minor":0}}"#.utf8).write(to: file)
            try await expect(command, file.path, toSay: "has no products")
        }
    }

    @Test func `A store without a file says how to name one`() async throws {
        let outcome = try await Tool.run(["store"])
        #expect(outcome.end == .exit(2))
        #expect(outcome.complaints.contains("openstorekit store Shop.storekit"))
    }
}
