// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Database
import Foundation
package import SignedData

/// The ledger in a database: what was received, the facts in it, and the events that they make.
///
/// For one user at a time, as its connection is. Rows are joined as ``PurchaseLine`` joins facts, so what stands here does
/// not depend on the order of arrival either. What one call writes belongs into one transaction: see ``transaction(_:)``.
package final class LedgerStore {
    private let database: Database
    private var numbers: [String: UInt32] = [:]

    /// Opens a ledger, making or bringing up to date its tables.
    package init(_ database: Database) throws(DatabaseError) {
        self.database = database
        try database.migrate(Schema.migrations)
    }

    /// Does everything in the body or, when it throws, nothing.
    package func transaction<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        do {
            return try database.transaction(body)
        } catch {
            // Numbers given out in a transaction that is undone are not there any more.
            numbers = [:]
            throw error
        }
    }

    // MARK: - Writing

    /// Takes a notification in; returns whether it is new.
    package func record(
        _ notification: Verified<ResponseBodyV2DecodedPayload>, facts: SignedFacts, receivedAt received: StoreInstant
    ) throws(DatabaseError) -> Bool {
        let payload = notification.payload
        let archive = try ArchivedJWS(notification.jws) { header throws(DatabaseError) in try number(of: header) }
        let isNew =
            try database.run(
                """
                INSERT INTO notifications (environment, identifier, type, subtype, signed, received, archive)
                VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
                """,
                [
                    .text(payload.identityClaims.environment ?? ""), .text(payload.notificationUUID ?? ""),
                    DatabaseValue(payload.rawNotificationType), DatabaseValue(payload.rawSubtype),
                    .integer(payload.signedDate.map { StoreInstant($0).milliseconds } ?? 0),
                    .integer(received.milliseconds), .blob(archive.bytes),
                ]) == 1
        guard isNew else { return false }
        try join(facts)
        for event in BusinessEvent.events(of: payload, facts: facts) { try append(event, receivedAt: received) }
        return true
    }

    /// Takes a transaction in that came by itself.
    package func record(
        _ transaction: Verified<JWSTransactionDecodedPayload>, receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        try join(SignedFacts(transaction))
        for event in BusinessEvent.events(of: transaction.payload) { try append(event, receivedAt: received) }
    }

    /// Keeps a text that can never be accepted, for people to look at.
    package func refuse(
        _ text: [UInt8], code: String, reason: String, receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        try database.run(
            "INSERT INTO refusals (received, code, reason, text) VALUES ($1, $2, $3, $4)",
            [.integer(received.milliseconds), .text(code), .text(reason), .blob(text)])
    }

    private func join(_ facts: SignedFacts) throws(DatabaseError) {
        for fact in facts.transactions {
            guard let id = PurchaseLine.ID(fact.payload) else { continue }
            try join(fact, line: try number(of: id))
        }
        for fact in facts.renewalInfos {
            guard let id = PurchaseLine.ID(fact.payload) else { continue }
            try join(fact, line: try number(of: id))
        }
    }

    private func join(_ fact: Fact<JWSTransactionDecodedPayload>, line: Int64) throws(DatabaseError) {
        let identifier = fact.payload.transactionId ?? ""
        let known = try database.rows(
            "SELECT payload FROM transactions WHERE line = $1 AND identifier = $2", [.integer(line), .text(identifier)])
        if let known: Fact<JWSTransactionDecodedPayload> = self.fact(known.first?[0].blob), !(known.version < fact.version) {
            return
        }
        try database.run(
            """
            INSERT INTO transactions (line, identifier, is_upgraded, purchased, identifier_number, payload)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (line, identifier) DO UPDATE SET is_upgraded = $3, purchased = $4, payload = $6
            """,
            [
                .integer(line), .text(identifier), fact.payload.isUpgraded == true ? 1 : 0,
                .integer(fact.payload.purchaseDate.map { StoreInstant($0).milliseconds } ?? 0),
                .integer(Int64(identifier) ?? 0), .blob(fact.version.bytes),
            ])
    }

    private func join(_ fact: Fact<JWSRenewalInfoDecodedPayload>, line: Int64) throws(DatabaseError) {
        let rows = try database.rows("SELECT renewal_info FROM lines WHERE number = $1", [.integer(line)])
        if let known: Fact<JWSRenewalInfoDecodedPayload> = self.fact(rows.first?[0].blob),
            !(known.version < fact.version)
        {
            return
        }
        try database.run(
            "UPDATE lines SET renewal_info = $2 WHERE number = $1", [.integer(line), .blob(fact.version.bytes)])
    }

    private func append(_ event: BusinessEvent, receivedAt received: StoreInstant) throws(DatabaseError) {
        try database.run(
            """
            INSERT INTO events
                (key, kind, date, received, environment, original, transaction_identifier, product, previous_product)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
            """,
            [
                .text(event.key), .text(event.kind.rawValue), .integer(event.date.milliseconds),
                .integer(received.milliseconds), DatabaseValue(event.line?.environment),
                DatabaseValue(event.line?.originalTransactionID), DatabaseValue(event.transactionID),
                DatabaseValue(event.productID), DatabaseValue(event.previousProductID),
            ])
    }

    private func number(of id: PurchaseLine.ID) throws(DatabaseError) -> Int64 {
        let key: [DatabaseValue] = [.text(id.environment), .text(id.originalTransactionID)]
        try database.run("INSERT INTO lines (environment, original) VALUES ($1, $2) ON CONFLICT DO NOTHING", key)
        let rows = try database.rows("SELECT number FROM lines WHERE environment = $1 AND original = $2", key)
        return rows.first?[0].integer ?? 0
    }

    private func number(of header: String) throws(DatabaseError) -> UInt32 {
        if let number = numbers[header] { return number }
        try database.run("INSERT INTO signers (header) VALUES ($1) ON CONFLICT DO NOTHING", [.text(header)])
        let rows = try database.rows("SELECT number FROM signers WHERE header = $1", [.text(header)])
        let number = UInt32(clamping: rows.first?[0].integer ?? 0)
        numbers[header] = number
        return number
    }

    // MARK: - Reading

    /// What decides the standing of a line: its latest transaction and its renewal info; `nil` when it is not known.
    package func line(_ id: PurchaseLine.ID) throws(DatabaseError) -> PurchaseLine? {
        let rows = try database.rows(
            "SELECT number, renewal_info FROM lines WHERE environment = $1 AND original = $2",
            [.text(id.environment), .text(id.originalTransactionID)])
        guard let row = rows.first else { return nil }
        var line = PurchaseLine(id)
        if let renewalInfo: Fact<JWSRenewalInfoDecodedPayload> = fact(row[1].blob) { line.join(renewalInfo) }
        let latest = try database.rows(
            """
            SELECT payload FROM transactions WHERE line = $1
            ORDER BY is_upgraded, purchased DESC, identifier_number DESC, identifier DESC LIMIT 1
            """, [row[0]])
        if let transaction: Fact<JWSTransactionDecodedPayload> = fact(latest.first?[0].blob) { line.join(transaction) }
        return line
    }

    /// The signed text of a notification, byte for byte as it came; `nil` when it is not known.
    package func notificationText(environment: String, identifier: String) throws(DatabaseError) -> String? {
        let rows = try database.rows(
            "SELECT archive FROM notifications WHERE environment = $1 AND identifier = $2",
            [.text(environment), .text(identifier)])
        guard let bytes = rows.first?[0].blob else { return nil }
        return try ArchivedJWS(bytes: bytes).text { number throws(DatabaseError) in
            try database.rows("SELECT header FROM signers WHERE number = $1", [.integer(Int64(number))]).first?[0].text
        }
    }

    /// The events after a number, oldest first.
    package func events(
        after number: Int64, limit: Int
    ) throws(DatabaseError) -> [(number: Int64, event: BusinessEvent)] {
        try database.rows(
            """
            SELECT number, kind, key, date, environment, original, transaction_identifier, product, previous_product
            FROM events WHERE number > $1 ORDER BY number LIMIT $2
            """, [.integer(number), .integer(Int64(limit))]
        ).map { row in
            let line = row[5].text.map {
                PurchaseLine.ID(environment: row[4].text ?? "", originalTransactionID: $0)
            }
            let event = BusinessEvent(
                kind: .init(rawValue: row[1].text ?? ""), key: row[2].text ?? "",
                date: StoreInstant(milliseconds: row[3].integer ?? 0), line: line, transactionID: row[6].text,
                productID: row[7].text, previousProductID: row[8].text)
            return (row[0].integer ?? 0, event)
        }
    }

    /// Reads a payload that was verified before it was written.
    private func fact<Payload: FactPayload>(_ bytes: [UInt8]?) -> Fact<Payload>? {
        guard let bytes, let payload = try? WireJSON.decodeSigned(Payload.self, from: Data(bytes)).value else {
            return nil
        }
        return Fact(payload, signedBytes: bytes)
    }
}

extension DatabaseValue {
    /// Text, or nothing.
    fileprivate init(_ text: String?) {
        self = text.map(DatabaseValue.text) ?? .null
    }
}
