// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct GuideTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let catalogue = root.appending(path: "Sources/PurchaseKit/PurchaseKit.docc")

    /// A block of code in the documentation.
    struct Block: Sendable, CustomStringConvertible {
        let page: String
        let language: String
        let text: String

        var description: String { "\(page): \(text.prefix(60))" }
    }

    static let blocks: [Block] = {
        let pages = (try? FileManager.default.contentsOfDirectory(at: catalogue, includingPropertiesForKeys: nil)) ?? []
        return pages.filter { $0.pathExtension == "md" }.flatMap { page in
            let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
            // Every second part lies between fences.
            let parts = text.components(separatedBy: "```").enumerated().filter { $0.offset.isMultiple(of: 2) == false }
            return parts.map { part in
                let lines = part.element.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                return Block(
                    page: page.lastPathComponent, language: String(lines[0]),
                    text: lines.count > 1 ? String(lines[1]) : "")
            }
        }
    }()

    @Test("The documentation has code to check")
    func hasBlocks() {
        #expect(Self.blocks.filter { $0.language == "swift" }.count >= 5)
        #expect(Set(Self.blocks.map(\.language)).isSubset(of: ["swift", "json", "sh"]))
    }

    @Test("Every block of code in the documentation stands in a file that is compiled and run here", arguments: blocks)
    func compiles(block: Block) throws {
        guard block.language != "sh" else { return }
        let folder = Self.root.appending(path: "Examples/Guide")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let isFound = try files.contains { file in
            // Indentation apart, for a page shows a piece of a function without what is around it.
            Self.plain(try String(contentsOf: file, encoding: .utf8)).contains(Self.plain(block.text))
        }
        #expect(isFound)
    }

    private static func plain(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
