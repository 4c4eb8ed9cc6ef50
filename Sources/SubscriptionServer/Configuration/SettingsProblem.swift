// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// What is wrong with the settings of a server.
package struct SettingsProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where, as in `apps[0].roots`.
    package let path: String
    /// What was found.
    package let message: String
    /// What the reader can do now.
    package let fix: String

    package var description: String { "\(path): \(message). \(fix)" }

    init(path: String, message: String, fix: String) {
        self.path = path
        self.message = message
        self.fix = fix
    }

    init(decoding error: any Error) {
        let path: [any CodingKey]
        switch error {
        case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            path = context.codingPath
        default: path = []
        }
        let text = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        self.init(
            path: text.isEmpty ? "the file" : String(text.drop { $0 == "." }),
            message: text.isEmpty ? "It is no JSON object" : "The value is missing or of another type",
            fix: "See openstorekit help backend for what can stand there.")
    }
}
