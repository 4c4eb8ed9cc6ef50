// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What came back from the App Store, or from something on the way to it.
public struct APIHTTPResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The content, empty when there was none.
    public var body: Data
    private let headers: [String: String]

    /// Creates a response; of two header fields whose names differ in case alone, either may count.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
        self.body = body
    }

    /// The value of a header field, whatever the case of its name.
    public func header(_ name: String) -> String? {
        headers[name.lowercased()]
    }
}
