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

extension DatabaseLocation {
    /// What is wrong with how it is written, and what to do; `nil` when it can be tried.
    ///
    /// A password stands in neither.
    package var problem: (message: String, fix: String)? {
        switch self {
        case .server(let url): PostgreSQLAddress(url) == nil ? Self.unclear : nil
        case .file(let path): Self.isMeantAsServer(path) ? Self.unclear : Self.strangeScheme(path)
        }
    }

    static let unclear = (
        message: "This is no address of a PostgreSQL database",
        fix:
            "Give one such as postgres://user@host/name. Percent-encode what is no letter or digit in user and password: "
            + "%40 for @, %2F for /, %3A for :, %25 for %."
    )

    /// Whether a name of a file was meant as what libpq takes: an address, or names with values.
    private static func isMeantAsServer(_ path: String) -> Bool {
        let text = path.lowercased().drop(while: \.isWhitespace)
        if ["postgres:", "postgresql:"].contains(where: { text.hasPrefix($0) }) { return true }
        // A user and a password, of an address whose beginning was forgotten.
        let user = text.prefix { $0 != "@" }
        if user.count < text.count, user.contains(":"), !user.contains("/") { return true }
        let names = text.split(separator: "=", omittingEmptySubsequences: false).dropLast()
            .compactMap { $0.split(whereSeparator: \.isWhitespace).last.map(String.init) }
        return names.first.map(keywords.contains) ?? false || names.contains("password")
    }

    private static let keywords: Set = [
        "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "service", "servicefile", "sslmode",
        "sslcert", "sslkey", "sslrootcert", "options", "connect_timeout", "application_name", "target_session_attrs",
        "client_encoding", "channel_binding", "gssencmode", "krbsrvname", "requirepeer", "keepalives",
    ]

    private static func strangeScheme(_ path: String) -> (message: String, fix: String)? {
        guard let scheme = path.firstRange(of: "://").map({ path[..<$0.lowerBound] }) else { return nil }
        let isWord = !scheme.isEmpty && scheme.allSatisfy { $0.isLetter || $0.isNumber || $0 == "+" }
        return (
            "\(isWord ? String(scheme) : "This") is no kind of database that there is",
            "Give a file, or an address such as postgres://user@host/name."
        )
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
