// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A request method; any token a client sends can be one, compared with its case as RFC 9110 asks.
package struct HTTPMethod: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The method as it stands in the request line.
    package let rawValue: String

    /// Creates a method from the token in a request line.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Read a resource.
    package static let get = HTTPMethod(rawValue: "GET")
    /// Read what `GET` would answer, without the content.
    package static let head = HTTPMethod(rawValue: "HEAD")
    /// Let the resource act on the content.
    package static let post = HTTPMethod(rawValue: "POST")
    /// Replace the resource with the content.
    package static let put = HTTPMethod(rawValue: "PUT")
    /// Change parts of the resource.
    package static let patch = HTTPMethod(rawValue: "PATCH")
    /// Remove the resource.
    package static let delete = HTTPMethod(rawValue: "DELETE")

    /// The token itself.
    package var description: String { rawValue }
}
