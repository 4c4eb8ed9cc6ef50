// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files that Apple's tools made, of these tests and of others.
enum Fixture {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        String(decoding: try data("AppStoreServerLibraryTests/Fixtures/\(path)"), as: UTF8.self)
    }

    static func signed(_ path: String) throws -> String {
        String(decoding: try data("SignedDataTests/Fixtures/\(path)"), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static func certificate(_ path: String) throws -> Data {
        try data("SignedDataTests/Fixtures/\(path)")
    }

    static func model(_ name: String) throws -> Data {
        try data("AppStoreModelTests/Fixtures/\(name).json")
    }

    private static func data(_ path: String) throws -> Data {
        try Data(contentsOf: tests.appending(path: path))
    }
}
