// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
package import Database
import Foundation
import SignedData

/// The ledger in a database: what was received, the facts in it, whose they are, and the events that they make.
///
/// For one user at a time, as its connection is. Rows are joined as ``PurchaseLine`` joins facts, so what stands here does
/// not depend on the order of arrival either. What one call writes belongs into one transaction: see ``transaction(_:)``.
package final class LedgerStore {
    let database: Database
    /// The headers that came last, with their numbers.
    private var signers: [(header: ArraySlice<UInt8>, number: UInt32)] = []
    /// Apple signs with few keys at a time.
    private static let signersRemembered = 8
    private var apps: [String: Int64] = [:]
    /// The maps that were read last, by their app: a version never changes.
    var maps: [Int64: NumberedMap] = [:]
    /// For how long events are kept; older ones are not made.
    package var retention = Retention()
    /// Whether the transaction that runs is the only one that writes, here or on any server.
    private(set) var isAlone = true
    /// Whether there is anybody to tell of events, once the transaction that runs has asked.
    var hasListeners: Bool?

    /// Opens a ledger, making or bringing up to date its tables.
    package init(_ database: Database) throws(DatabaseError) {
        self.database = database
        try Self.checkIsOurs(database)
        try database.migrate(Schema.migrations)
    }

    /// Whether other servers may have the same ledger.
    var isShared: Bool { database.engine == .postgreSQL }

    /// Does everything in the body or, when it throws, nothing.
    ///
    /// - Parameter names: What the body works on, when several servers have one ledger: whoever works on something else does
    ///   so at the same time. With `nil`, and always where a server has its ledger for itself, nobody else writes.
    /// - Throws: ``DatabaseError``, with the code `needsEverything` when the body must write more than was named.
    package func transaction<Result>(
        on names: Set<String>? = nil, _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        isAlone = names == nil || !isShared
        hasListeners = nil
        defer { isAlone = true }
        do {
            return try database.transaction { () throws(DatabaseError) in
                let others = (names ?? []).map { DatabaseLock($0) }
                try database.hold([Self.ledgerLock(shared: !isAlone)] + others)
                return try body()
            }
        } catch {
            // Numbers given out in a transaction that is undone are not there any more.
            signers = []
            apps = [:]
            maps = [:]
            throw error
        }
    }

    /// What everybody holds who writes.
    static func ledgerLock(shared isShared: Bool = false) -> DatabaseLock {
        DatabaseLock("ledger", shared: isShared)
    }

    /// How an insertion ends whose values a `SELECT` gives, so that it makes no row where there is one already.
    ///
    /// PostgreSQL would take a number for that row all the same, and the greatest number is how many there are said to be.
    func unlessThere(in table: String, _ condition: String) -> String {
        (isShared ? "WHERE NOT EXISTS (SELECT 1 FROM \(table) WHERE \(condition))" : "WHERE 1 = 1")
            + " ON CONFLICT DO NOTHING"
    }

    /// Sees to it that nobody else writes, because more is to be written than was named.
    func needEverything() throws(DatabaseError) {
        guard isAlone else {
            throw DatabaseError(
                .needsEverything, "More is to be written than was named", fix: "This is a fault of the program.")
        }
    }

    /// Writes a copy of a ledger to a file that is not there yet, also while others read and write; of SQLite only.
    ///
    /// What a former version wrote is copied as it is.
    package static func backUp(_ path: String, to copy: String) throws(DatabaseError) {
        try Database(path: path).run("VACUUM INTO $1", [.text(copy)])
    }

    /// Whether the next server brings the tables up to date, which this leaves as they are.
    ///
    /// - Throws: ``DatabaseError``, when a server could not use the database.
    package static func isOutdated(_ database: Database) throws(DatabaseError) -> Bool {
        try checkIsOurs(database)
        return try database.missing(of: Schema.migrations) > 0
    }

    /// What another program keeps in a file is neither a ledger nor to be made one.
    ///
    /// A server's database may hold both.
    private static func checkIsOurs(_ database: Database) throws(DatabaseError) {
        guard database.engine == .sqlite else { return }
        let tables = try database.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'")
        guard !tables.isEmpty, !tables.contains(where: { $0[0].text == "apps" }) else { return }
        throw DatabaseError(
            .foreign, "\(database.path) holds tables of another program", fix: "Name another file for the ledger.")
    }

    /// Reads everything in the body at one moment; nothing may be written in it.
    func snapshot<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try database.snapshot(body)
    }

    /// The number of an app, given when it is new.
    func number(ofApp bundleID: String) throws(DatabaseError) -> Int64 {
        if let number = apps[bundleID] { return number }
        try database.run("INSERT INTO apps (bundle_id) VALUES ($1) ON CONFLICT DO NOTHING", [.text(bundleID)])
        let rows = try database.rows("SELECT number FROM apps WHERE bundle_id = $1", [.text(bundleID)])
        let number = rows.first?[0].integer ?? 0
        apps[bundleID] = number
        return number
    }

    /// The number of an app of which something was taken in.
    func knownApp(_ bundleID: String) throws(DatabaseError) -> Int64? {
        if let number = apps[bundleID] { return number }
        let rows = try database.rows("SELECT number FROM apps WHERE bundle_id = $1", [.text(bundleID)])
        guard let number = rows.first?[0].integer else { return nil }
        apps[bundleID] = number
        return number
    }

    /// The number of a header with certificates, given when it is new.
    func number(ofSigner header: ArraySlice<UInt8>) throws(DatabaseError) -> UInt32 {
        if let known = signers.first(where: { $0.header.hasSameBytes(as: header) }) { return known.number }
        // By its digest: some databases find only short values.
        let digest = DatabaseValue.blob(SHA384.digest(header))
        try database.run(
            "INSERT INTO signers (digest, header) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [digest, .text(String(decoding: header, as: UTF8.self))])
        let rows = try database.rows("SELECT number FROM signers WHERE digest = $1", [digest])
        let number = UInt32(clamping: rows.first?[0].integer ?? 0)
        if signers.count == Self.signersRemembered { signers.removeFirst() }
        signers.append((header, number))
        return number
    }

    /// Reads a payload that was verified before it was written.
    func fact<Payload: FactPayload>(_ bytes: [UInt8]?) -> Fact<Payload>? {
        guard let bytes, let payload = try? WireJSON.decodeSigned(Payload.self, from: Data(bytes)).value else {
            return nil
        }
        return Fact(payload, signedBytes: bytes)
    }
}

extension DatabaseValue {
    /// Text, or nothing.
    init(_ text: String?) {
        self = text.map(DatabaseValue.text) ?? .null
    }

    /// A date, or nothing.
    init(_ date: StoreInstant?) {
        self = date.map { .integer($0.milliseconds) } ?? .null
    }

    /// The date it is, `nil` for everything else.
    var instant: StoreInstant? {
        integer.map { StoreInstant(milliseconds: $0) }
    }
}
