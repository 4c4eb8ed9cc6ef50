// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct ReadmeTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test func `The README shows the manifest of an app's package`() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let manifest = try String(contentsOf: Self.root.appending(path: "Examples/App/Package.swift"), encoding: .utf8)
        var lines = manifest.trimmingCharacters(in: .newlines).components(separatedBy: "\n")
        #expect(lines[0].hasPrefix("// swift-tools-version:"))
        // What it stands under here concerns nobody else.
        lines.removeSubrange(1...2)
        #expect(readme.contains("```swift\n" + lines.joined(separator: "\n") + "\n```"))
    }

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
