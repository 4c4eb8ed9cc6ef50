// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// One block of a `text/event-stream`, as the HTML standard describes it.
package struct ServerSentEvent: Sendable, Hashable {
    /// The text of the block, with the empty line that ends it.
    package let encoded: String

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - data: The payload; each of its lines becomes a line of its own.
    ///   - event: The type a listener subscribes to, `message` to the client when there is none.
    ///   - id: What the client sends back as `Last-Event-ID` when it connects again.
    package init(data: String, event: String? = nil, id: String? = nil) {
        let fields = [("event", event), ("id", id)].compactMap { name, value in
            value.map { "\(name): \(Self.lines($0).joined(separator: " "))" }
        }
        self.init(lines: fields + Self.lines(data).map { "data: \($0)" })
    }

    /// Creates a comment: clients ignore it, and the connection proves to be alive.
    package static func comment(_ text: String = "") -> Self {
        Self(lines: lines(text).map { ": \($0)" })
    }

    /// Creates a block that tells the client how many milliseconds to wait before it connects again.
    package static func retry(milliseconds: Int) -> Self {
        Self(lines: ["retry: \(milliseconds)"])
    }

    private init(lines: [String]) {
        self.encoded = lines.joined(separator: "\n") + "\n\n"
    }

    // A line break inside a value would begin a field of the sender's choice.
    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    }
}
