// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreConfiguration
import Testing

/// Reads a folder of anybody's configurations, named by the environment variable `OPENSTOREKIT_FIXTURES`.
@Suite struct FolderTests {
    private static let folder = ProcessInfo.processInfo.environment["OPENSTOREKIT_FIXTURES"]

    @Test(.enabled(if: folder != nil, "OPENSTOREKIT_FIXTURES names no folder"))
    func everyFileIsReadAndWrittenBackWithoutLoss() throws {
        let folder = URL(filePath: try #require(Self.folder))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "storekit" }
        #expect(!files.isEmpty)
        for file in files {
            let data = try Data(contentsOf: file)
            guard !data.isEmpty else {
                #expect { try ConfigurationDocument(data: data) } throws: {
                    ($0 as? ConfigurationError)?.code == .empty
                }
                continue
            }
            let document = try ConfigurationDocument(data: data)
            let written = document.data()
            #expect(try ConfigurationDocument(data: written).json == document.json, "\(file.lastPathComponent)")
            // Another parser has to see the same content.
            let before = try JSONSerialization.jsonObject(with: data) as? NSDictionary
            let after = try JSONSerialization.jsonObject(with: written) as? NSDictionary
            #expect(before == after, "\(file.lastPathComponent)")
        }
    }
}
