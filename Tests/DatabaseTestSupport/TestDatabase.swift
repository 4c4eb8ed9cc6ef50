// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Database
import Foundation

/// An empty database for one test: a file of SQLite, or, where the environment names a server of PostgreSQL, a schema there.
///
/// It is gone when the last reference is.
package final class TestDatabase: Sendable {
    /// The server's address, by which `script/test` lets the same tests run on either engine.
    package static let server = ProcessInfo.processInfo.environment["OPENSTOREKIT_TEST_POSTGRES"]

    /// Where it is, as a configuration names it.
    package let address: String
    private let schema: String?

    package init() throws {
        let name = "test_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        guard let server = Self.server else {
            address = FileManager.default.temporaryDirectory.appending(path: "\(name).db").path
            schema = nil
            return
        }
        try Database(at: DatabaseLocation(server)).run("CREATE SCHEMA \(name)")
        address = server + (server.contains("?") ? "&" : "?") + "options=-csearch_path%3D\(name)"
        schema = name
    }

    /// Where it is.
    package var location: DatabaseLocation { DatabaseLocation(address) }

    /// Opens a connection to it.
    package func open() throws -> Database { try Database(at: location) }

    /// Whether a text stands anywhere in it: in the bytes of its files, or in a name or value of the server's tables.
    package func holds(_ text: String) throws -> Bool {
        guard schema != nil else {
            return try ["", "-wal"].contains { end in
                try Data(contentsOf: URL(fileURLWithPath: address + end)).range(of: Data(text.utf8)) != nil
            }
        }
        let hexadecimal = text.utf8.map { String(format: "%02x", $0) }.joined()
        let database = try open()
        let tables = try database.rows("SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
        return try tables.compactMap { $0[0].text }.contains { table in
            try table.contains(text)
                || database.rows("SELECT content::text FROM \(table) AS content").contains { row in
                    row[0].text.map { $0.contains(text) || $0.contains(hexadecimal) } ?? false
                }
        }
    }

    deinit {
        if let schema, let server = Self.server {
            _ = try? Database(at: DatabaseLocation(server)).run("DROP SCHEMA \(schema) CASCADE")
        } else {
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: address + end) }
        }
    }
}
