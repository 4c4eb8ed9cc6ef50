// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A path of literal segments and names in braces, such as `/transactions/{transactionId}`.
struct RoutePattern: Sendable, Hashable {
    enum Segment: Sendable, Hashable {
        case literal(String)
        case parameter(String)
    }

    let text: String
    let segments: [Segment]

    /// Reads a pattern; a malformed one is a mistake in the program.
    init(_ text: String) {
        precondition(text.first == "/", "The route \(text) does not begin with a slash")
        self.text = text
        self.segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard segment.first == "{", segment.last == "}" else { return .literal(String(segment)) }
            return .parameter(String(segment.dropFirst().dropLast()))
        }
    }

    /// Whether the decoded segments of a path are such as the pattern describes.
    func fits(_ path: [String]) -> Bool {
        path.count == segments.count
            && zip(segments, path).allSatisfy { segment, text in
                switch segment {
                case .literal(let literal): literal == text
                case .parameter: !text.isEmpty
                }
            }
    }
}
