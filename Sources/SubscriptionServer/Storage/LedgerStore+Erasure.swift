// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation

/// That a customer was forgotten, without anything that says who it was.
struct Erasure: Sendable, Hashable {
    var number: Int64
    var app: String
    var customer: Int64
    var date: StoreInstant
    /// How many names the customer went by.
    var names: Int
    /// How many purchases are nobody's by name any more.
    var purchases: Int
    /// How many texts that were received are not kept any more.
    var texts: Int
}

extension LedgerStore {
    /// Forgets who a customer is; what was bought, paid and spent stays, for the books and for what is told of it later.
    ///
    /// - Returns: The record of it; that of the last time when there was nothing left to forget.
    func erase(_ customer: Int64, app: Int64, at date: StoreInstant) throws(DatabaseError) -> Erasure? {
        let subject: [DatabaseValue] = [.integer(customer)]
        let names = try keys(ofCustomer: customer)
        let lines = try database.rows(
            "SELECT number, original, renewal_info, is_erased FROM lines WHERE customer = $1 ORDER BY number", subject)
        var strings = Set(names.map { $0.value.lowercased() })
        var purchases = 0
        var texts = 0
        for line in lines {
            strings.insert(line[1].text?.lowercased() ?? "")
            if line[3].integer != 1 { purchases += 1 }
            strings.formUnion(try erase(line: line[0], renewalInfo: line[2].blob))
            texts += try database.run(
                "UPDATE notifications SET archive = $2 WHERE line = $1 AND archive <> $2", [line[0], .blob([])])
        }
        texts += try forgetTexts(about: strings, app: app)
        for statement in [
            "DELETE FROM customer_keys WHERE customer = $1",
            """
            DELETE FROM customer_history
            WHERE customer IN (SELECT number FROM customers WHERE number = $1 OR merged_into = $1)
            """,
            """
            DELETE FROM refund_consents
            WHERE customer IN (SELECT number FROM customers WHERE number = $1 OR merged_into = $1)
            """,
            // What people wrote may say anything.
            "UPDATE grants SET reason = '', key = NULL WHERE customer = $1",
            "UPDATE spends SET key = 'erased ' || number WHERE customer = $1",
            """
            DELETE FROM extensions
            WHERE EXISTS (
                SELECT 1 FROM lines
                WHERE lines.customer = $1 AND lines.app = extensions.app
                    AND lines.environment = extensions.environment AND lines.original = extensions.original)
            """,
        ] { try database.run(statement, subject) }
        if names.isEmpty, purchases == 0, texts == 0, let last = try erasures(ofCustomer: customer).last { return last }
        let made = try database.rows(
            """
            INSERT INTO erasures (app, customer, date, names, purchases, texts) VALUES ($1, $2, $3, $4, $5, $6)
            RETURNING number
            """,
            [
                .integer(app), .integer(customer), .integer(date.milliseconds), .integer(Int64(names.count)),
                .integer(Int64(purchases)), .integer(Int64(texts)),
            ])
        guard let number = made.first?[0].integer else { return nil }
        return try erasures(ofCustomer: customer).last { $0.number == number }
    }

    /// Forgets whose a line is; returns the identifiers of its transactions.
    private func erase(line: DatabaseValue, renewalInfo: [UInt8]?) throws(DatabaseError) -> Set<String> {
        try database.run(
            """
            UPDATE lines SET is_erased = 1, account_token = NULL, account_token_signed = NULL, app_transaction = NULL,
                renewal_info = $2
            WHERE number = $1
            """, [line, renewalInfo.map { .blob(PersonalData.removed(from: $0)) } ?? .null])
        let transactions = try database.rows(
            "SELECT number, identifier, payload FROM transactions WHERE line = $1 ORDER BY number", [line])
        for row in transactions {
            try database.run(
                "UPDATE transactions SET payload = $2 WHERE number = $1",
                [row[0], .blob(PersonalData.removed(from: row[2].blob ?? []))])
        }
        return Set(transactions.compactMap { $0[1].text?.lowercased() })
    }

    /// Forgets the texts that belong to no line, or were refused, and have one of these strings in them.
    private func forgetTexts(about strings: Set<String>, app: Int64) throws(DatabaseError) -> Int {
        let strings = strings.subtracting([""])
        var count = 0
        let loose = try database.rows(
            "SELECT number, archive FROM notifications WHERE app = $1 AND line IS NULL AND archive <> $2 ORDER BY number",
            [.integer(app), .blob([])])
        for row in loose {
            guard let text = try text(archived: row[1].blob ?? []), PersonalData.stands(anyOf: strings, in: text.utf8)
            else { continue }
            count += try database.run("UPDATE notifications SET archive = $2 WHERE number = $1", [row[0], .blob([])])
        }
        for row in try database.rows("SELECT number, text FROM refusals ORDER BY number") {
            guard PersonalData.stands(anyOf: strings, in: row[1].blob ?? []) else { continue }
            count += try database.run("DELETE FROM refusals WHERE number = $1", [row[0]])
        }
        return count
    }

    /// The erasures of a customer, oldest first.
    private func erasures(ofCustomer customer: Int64) throws(DatabaseError) -> [Erasure] {
        try database.rows(
            Self.erasureSelection + " WHERE customer = $1 ORDER BY erasures.number", [.integer(customer)]
        ).map(Self.erasure)
    }

    /// Erasures after a number, oldest first.
    func erasures(after number: Int64, limit: Int) throws(DatabaseError) -> [Erasure] {
        try database.rows(
            Self.erasureSelection + " WHERE erasures.number > $1 ORDER BY erasures.number LIMIT $2",
            [.integer(number), .integer(Int64(limit))]
        ).map(Self.erasure)
    }

    private static let erasureSelection = """
        SELECT erasures.number, bundle_id, customer, date, names, purchases, texts
        FROM erasures JOIN apps ON apps.number = erasures.app
        """

    private static func erasure(_ row: DatabaseRow) -> Erasure {
        Erasure(
            number: row[0].integer ?? 0, app: row[1].text ?? "", customer: row[2].integer ?? 0,
            date: row[3].instant ?? StoreInstant(milliseconds: 0), names: Int(clamping: row[4].integer ?? 0),
            purchases: Int(clamping: row[5].integer ?? 0), texts: Int(clamping: row[6].integer ?? 0))
    }
}
