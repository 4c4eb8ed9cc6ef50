// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// The decoded segments that stood where a pattern has a name in braces.
package struct PathParameters: Sendable, Hashable {
    private let values: [String: String]

    /// Creates the parameters of a request, as a test would that calls a handler without a router.
    package init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// The segment for a name in the pattern, `nil` when the pattern has no such name.
    package subscript(name: String) -> String? {
        values[name]
    }
}
