// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation

/// A file of `Fixtures`, found beside the sources because the test target has no resources.
enum Fixture {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: "\(name).json"))
    }

    static func read<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
        try WireJSON.decode(type, from: data(name))
    }
}

/// Reads a model from JSON written in a test.
func read<T: Decodable>(_ type: T.Type, from json: String) throws -> T {
    try WireJSON.decode(type, from: Data(json.utf8))
}

/// Writes a model as the text that would travel.
func written(_ value: some Encodable) throws -> String {
    String(decoding: try WireJSON.encode(value), as: UTF8.self)
}

extension Date {
    init(milliseconds: Int64) {
        self = StoreInstant(milliseconds: milliseconds).date
    }
}
