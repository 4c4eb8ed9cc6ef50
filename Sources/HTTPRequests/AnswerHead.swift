// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The head of an answer, line by line; of several, as with redirections, the last one counts.
struct AnswerHead: Sendable, Hashable {
    /// Such as `HTTP/1.1`.
    private(set) var version = "HTTP/1.1"
    private(set) var fields: [String: String] = [:]
    /// Whether the blank line has come that ends it.
    private(set) var isComplete = false

    /// Takes a line; returns whether a head begins with it.
    mutating func hear(_ line: String) -> Bool {
        let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
        if line.hasPrefix("HTTP/") {
            self = AnswerHead()
            version = line.prefix { $0 != " " }.description
            return true
        }
        if line.isEmpty {
            isComplete = true
        } else if let colon = line.firstIndex(of: ":") {
            let name = String(line[..<colon])
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        return false
    }
}
