// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

/// The row of a line: read once, joined with what is told of it, written once.
struct LineRecord: Sendable, Hashable {
    let number: Int64
    let id: PurchaseLine.ID
    /// Whether it was forgotten whose it is.
    let isErased: Bool
    var owner: LineOwner
    /// The newest renewal info as it was signed.
    var renewalInfo: [UInt8]?

    /// Joins what a fact says about whose it is, unless that is to be forgotten.
    mutating func hear(_ claim: OwnerClaim) {
        if !isErased { owner.join(claim) }
    }
}

/// Whose a line is, and what the facts say about it.
struct LineOwner: Sendable, Hashable {
    var customer: Int64?
    var isLinkedByHand = false
    var token: String?
    var tokenSigned: StoreInstant?
    var appTransactionID: String?

    /// Of two tokens the one signed later counts, and of two signed at once the greater.
    mutating func join(_ claim: OwnerClaim) {
        appTransactionID = [appTransactionID, claim.appTransactionID].compactMap(\.self).max()
        guard let token = claim.token else { return }
        if let known = self.token, let signed = tokenSigned, (signed, known) >= (claim.signed, token) { return }
        self.token = token
        tokenSigned = claim.signed
    }

    /// Whether another customer may follow from this than from what was known before.
    func names(anotherThan known: Self) -> Bool {
        token != known.token || appTransactionID != known.appTransactionID
    }
}

extension LedgerStore {
    /// The row of a line, made when it is new.
    func line(_ id: PurchaseLine.ID, app: Int64) throws(DatabaseError) -> LineRecord {
        let key: [DatabaseValue] = [.integer(app), .text(id.environment), .text(id.originalTransactionID)]
        if let known = try knownLine(id, key) { return known }
        let made = try database.rows(
            "INSERT INTO lines (app, environment, original) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING number",
            key)
        if let number = made.first?[0].integer {
            return LineRecord(number: number, id: id, isErased: false, owner: LineOwner())
        }
        // Nothing is made when somebody else has made it meanwhile.
        return try knownLine(id, key) ?? LineRecord(number: 0, id: id, isErased: false, owner: LineOwner())
    }

    private func knownLine(_ id: PurchaseLine.ID, _ key: [DatabaseValue]) throws(DatabaseError) -> LineRecord? {
        let rows = try database.rows(
            """
            SELECT number, is_erased, customer, is_linked_by_hand, account_token, account_token_signed, app_transaction,
                renewal_info
            FROM lines WHERE app = $1 AND environment = $2 AND original = $3
            """, key)
        return rows.first.map { row in
            LineRecord(
                number: row[0].integer ?? 0, id: id, isErased: row[1].integer == 1,
                owner: LineOwner(
                    customer: row[2].integer, isLinkedByHand: row[3].integer == 1, token: row[4].text,
                    tokenSigned: row[5].instant, appTransactionID: row[6].text),
                renewalInfo: row[7].blob)
        }
    }

    /// Writes down what changes when facts are joined.
    func write(_ line: LineRecord) throws(DatabaseError) {
        try database.run(
            """
            UPDATE lines SET customer = $2, account_token = $3, account_token_signed = $4, app_transaction = $5,
                renewal_info = $6
            WHERE number = $1
            """,
            [
                .integer(line.number), line.owner.customer.map { .integer($0) } ?? .null,
                DatabaseValue(line.owner.token),
                DatabaseValue(line.owner.tokenSigned), DatabaseValue(line.owner.appTransactionID),
                line.renewalInfo.map { .blob($0) } ?? .null,
            ])
    }
}
