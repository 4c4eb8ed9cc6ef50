// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ReadmeTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test(
        "The README shows examples as they are run",
        arguments: [
            "AppTests/PlusTests.swift", "AppTests/FamilyTests.swift", "Server/HistoryTests.swift",
            "Server/NotificationTests.swift",
            "Backend/receiver.py", "TerminalShop/session.txt",
        ])
    func showsExamples(path: String) throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let example = try String(contentsOf: Self.root.appending(path: "Examples/\(path)"), encoding: .utf8)
        let lines = example.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("// ") }
        let body = lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
        #expect(!body.isEmpty)
        #expect(readme.contains("```\n".dropFirst(3) + body + "\n```"))
    }
}
