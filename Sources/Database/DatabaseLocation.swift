// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// Where a database is.
package enum DatabaseLocation: Sendable, Hashable {
    /// A file of SQLite.
    case file(String)
    /// A server of PostgreSQL, with everything that libpq takes in such an address.
    case server(url: String)

    /// Whether several programs may write there at the same time.
    package var isShared: Bool {
        switch self {
        case .file: false
        case .server: true
        }
    }

    /// Reads a path, or an address that begins with `postgres://` or `postgresql://`.
    package init(_ text: String) {
        let isServer = ["postgres://", "postgresql://"].contains { text.hasPrefix($0) }
        self = isServer ? .server(url: text) : .file(text)
    }
}

extension DatabaseLocation: CustomStringConvertible {
    /// The path, or the address without a password.
    package var description: String {
        switch self {
        case .file(let path): path
        case .server(let url): PostgreSQLAddress(url)?.description ?? "postgres://…"
        }
    }
}
