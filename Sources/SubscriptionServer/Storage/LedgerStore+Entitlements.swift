// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation

extension LedgerStore {
    /// A version of an app's map.
    struct NumberedMap: Sendable, Hashable {
        var version: Int64
        var date: StoreInstant
        var map: EntitlementMap
    }

    /// The newest map of an app; `nil` when there is none.
    func entitlementMap(app: Int64) throws(DatabaseError) -> NumberedMap? {
        let rows = try database.rows(
            "SELECT version FROM entitlement_maps WHERE app = $1 ORDER BY version DESC LIMIT 1", [.integer(app)])
        guard let newest = rows.first?[0].integer else { return nil }
        if let known = maps[app], known.version == newest { return known }
        let map = try entitlementMap(app: app, version: newest)
        maps[app] = map
        return map
    }

    /// A version of an app's map; `nil` when there is none.
    func entitlementMap(app: Int64, version: Int64) throws(DatabaseError) -> NumberedMap? {
        let rows = try database.rows(
            "SELECT date, document FROM entitlement_maps WHERE app = $1 AND version = $2",
            [.integer(app), .integer(version)])
        guard let row = rows.first, let document = row[1].text,
            let map = try? WireJSON.decode(EntitlementMap.self, from: Data(document.utf8))
        else { return nil }
        return NumberedMap(version: version, date: row[0].instant ?? StoreInstant(milliseconds: 0), map: map)
    }

    /// Puts a new version of the map into force; the older ones are kept.
    func put(_ map: EntitlementMap, app: Int64, at date: StoreInstant) throws(DatabaseError) -> Int64 {
        let version = (try entitlementMap(app: app)?.version ?? 0) + 1
        // A map has nothing in it that JSON cannot hold.
        let document = (try? WireJSON.encode(map)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        try database.run(
            "INSERT INTO entitlement_maps (app, version, date, document) VALUES ($1, $2, $3, $4)",
            [.integer(app), .integer(version), .integer(date.milliseconds), .text(document)])
        return version
    }

    /// The grants of a customer that were made by hand, oldest first, also those that are over.
    func grants(ofCustomer customer: Int64, environment: String) throws(DatabaseError) -> [Grant] {
        try database.rows(
            Self.grantSelection + " WHERE customer = $1 AND environment = $2 ORDER BY number",
            [.integer(customer), .text(environment)]
        ).map(Self.grant)
    }

    /// The grant that was made under a key.
    func grant(ofCustomer customer: Int64, environment: String, key: String) throws(DatabaseError) -> Grant? {
        try database.rows(
            Self.grantSelection + " WHERE customer = $1 AND environment = $2 AND key = $3 ORDER BY number LIMIT 1",
            [.integer(customer), .text(environment), .text(key)]
        ).first.map(Self.grant)
    }

    private static let grantSelection =
        "SELECT number, entitlement, reason, environment, granted, expires, ended FROM grants"

    /// Writes a grant down and returns it.
    ///
    /// - Parameter key: What it can be found by when the same is wanted again.
    func add(
        _ grant: Grant, toCustomer customer: Int64, key: String? = nil
    ) throws(DatabaseError) -> Grant {
        let rows = try database.rows(
            """
            INSERT INTO grants (customer, environment, entitlement, reason, granted, expires, key)
            VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING number
            """,
            [
                .integer(customer), .text(grant.environment), .text(grant.entitlement), .text(grant.reason),
                .integer(grant.granted.milliseconds), DatabaseValue(grant.expires), DatabaseValue(key),
            ])
        try note("granted \(grant.entitlement)", grant.reason, customer: customer, at: grant.granted)
        var added = grant
        added.number = rows.first?[0].integer ?? 0
        return added
    }

    /// Takes a grant back; returns whether the customer has such a grant that was not taken back.
    func endGrant(_ number: Int64, ofCustomer customer: Int64, at date: StoreInstant) throws(DatabaseError) -> Bool {
        let ended = try database.run(
            "UPDATE grants SET ended = $3 WHERE number = $1 AND customer = $2 AND ended IS NULL",
            [.integer(number), .integer(customer), .integer(date.milliseconds)])
        if ended == 1 { try note("grant \(number) taken back", "", customer: customer, at: date) }
        return ended == 1
    }

    private static func grant(_ row: DatabaseRow) -> Grant {
        Grant(
            number: row[0].integer ?? 0, entitlement: row[1].text ?? "", reason: row[2].text ?? "",
            environment: row[3].text ?? "", granted: row[4].instant ?? StoreInstant(milliseconds: 0),
            expires: row[5].instant, ended: row[6].instant)
    }
}
