// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL

/// What an address says, as libpq reads it.
struct PostgreSQLAddress: CustomStringConvertible {
    private let options: [String: String]

    /// Reads an address; `nil` when it is none, or when a part of a password may pass for something else.
    init?(_ url: String) {
        guard Self.isClear(url) else { return nil }
        // What libpq says about it may quote a password, so it is not asked why.
        guard let parsed = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(parsed) }
        var options: [String: String] = [:]
        var option = parsed
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        // What stands behind a colon may be a password whose user's host was forgotten.
        let ports = (options["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        guard ports.allSatisfy({ $0.isEmpty || UInt16($0) != nil }) else { return nil }
        self.options = options
    }

    /// Whether there is one `@` at most, and no `/` before it: otherwise libpq takes for the host, the port or the database
    /// what was meant as the end of a password.
    private static func isClear(_ url: String) -> Bool {
        guard let scheme = url.firstRange(of: "://") else { return false }
        let rest = url[scheme.upperBound...].split(separator: "@", omittingEmptySubsequences: false)
        return rest.count == 1 || (rest.count == 2 && !rest[0].contains("/"))
    }

    /// The address without a password.
    var description: String {
        let user = options["user"].map { "\($0)@" } ?? ""
        let port = options["port"].map { ":\($0)" } ?? ""
        let (host, name) = (options["host"] ?? "", options["dbname"] ?? "")
        // The directory of a socket is no name that could stand before the path.
        return host.hasPrefix("/")
            ? "postgres://\(user)\(port)/\(name)?host=\(host)" : "postgres://\(user)\(host)\(port)/\(name)"
    }
}
