// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL

/// What an address says, as libpq reads it.
struct PostgreSQLAddress: CustomStringConvertible {
    private let options: [String: String]

    /// Reads an address; `nil` when it is none.
    init?(_ url: String) {
        // What libpq says about it may quote a password, so it is not asked why.
        guard let parsed = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(parsed) }
        var options: [String: String] = [:]
        var option = parsed
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.options = options
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
