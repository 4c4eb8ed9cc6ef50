// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What the fuzzer starts from and what it has found, run again; `script/fuzz` goes on from there.
@Suite struct FuzzCorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus")

    @Test("Every input of the corpus and a few changes of it keep all promises", arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) throws {
        let folder = Self.folder.appendingPathComponent(target.rawValue)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(!files.isEmpty)
        var generator = SeededGenerator(seed: 11)
        for file in files {
            let input = try Data(contentsOf: folder.appendingPathComponent(file))
            target.run(input)
            for _ in 0..<20 {
                var altered = input
                for _ in 0..<Int.random(in: 1...4, using: &generator) where !altered.isEmpty {
                    let position = altered.indices.randomElement(using: &generator) ?? 0
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: altered[position] = UInt8.random(in: 0...255, using: &generator)
                    case 1: altered.remove(at: position)
                    default: altered = altered.prefix(position) + altered
                    }
                    altered = Data(altered)
                }
                target.run(altered)
            }
        }
    }
}
