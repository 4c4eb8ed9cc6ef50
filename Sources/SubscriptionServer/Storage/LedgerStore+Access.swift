// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Database

extension LedgerStore {
    /// Writes down what is kept of a key.
    package func add(_ key: AccessKeyRecord) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO api_keys (id, name, scopes, hash, created, expires, requests_per_minute)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .text(key.id), .text(key.name), .text(key.scopes.names), .blob(key.hash),
                .integer(key.created.milliseconds), DatabaseValue(key.expires),
                key.requestsPerMinute.map { .integer(Int64($0)) } ?? .null,
            ])
    }

    /// Every key, also those that open nothing any more, in the order they were made.
    package func accessKeys() throws(DatabaseError) -> [AccessKeyRecord] {
        try database.rows(Self.keySelection + " ORDER BY created, id").map(Self.accessKey)
    }

    func accessKey(_ id: String) throws(DatabaseError) -> AccessKeyRecord? {
        try database.rows(Self.keySelection + " WHERE id = $1", [.text(id)]).first.map(Self.accessKey)
    }

    /// Lets a key open nothing from a moment on; returns whether there is such a key.
    package func endKey(_ id: String, at date: StoreInstant) throws(DatabaseError) -> Bool {
        try database.run(
            "UPDATE api_keys SET expires = $2 WHERE id = $1", [.text(id), .integer(date.milliseconds)]) == 1
    }

    /// Whether a key that opens everything would be left, now, without a certain one.
    func hasAdministrator(besides id: String? = nil, at date: StoreInstant) throws(DatabaseError) -> Bool {
        try accessKeys().contains { $0.id != id && $0.scopes.contains(.admin) && $0.isValid(at: date) }
    }

    private static let keySelection =
        "SELECT id, name, scopes, hash, created, expires, requests_per_minute FROM api_keys"

    private static func accessKey(_ row: DatabaseRow) -> AccessKeyRecord {
        AccessKeyRecord(
            id: row[0].text ?? "", name: row[1].text ?? "", scopes: AccessScope(names: row[2].text ?? "") ?? [],
            hash: row[3].blob ?? [], created: row[4].instant ?? StoreInstant(milliseconds: 0),
            expires: row[5].instant, requestsPerMinute: row[6].integer.map { Int(clamping: $0) })
    }
}
