// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

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

    init(decoding error: any Error, in json: Data) {
        if let place = Self.breach(in: json) {
            self.init(
                path: "line \(place.line), column \(place.column)", message: "It is no JSON from there on",
                fix: "Look for a comma, quotation mark or bracket that is missing there or before.")
            return
        }
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

    /// Where a text stops being JSON, counted from one; `nil` when it is JSON.
    private static func breach(in json: Data) -> (line: Int, column: Int)? {
        do {
            _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
            return nil
        } catch {
            // Foundation says the byte in words alone, and none when the text breaks off.
            let words = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
            let index = words.split { !$0.isASCII || !$0.isNumber }.last.flatMap { Int($0) } ?? json.count
            let before = json.prefix(max(0, index)).split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return (max(1, before.count), String(decoding: before.last ?? Data(), as: UTF8.self).count + 1)
        }
    }
}
