// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import AppStoreModel
package import Database
import Foundation
package import SignedData

extension LedgerStore {
    /// Takes a transaction in that came by itself, from a customer's app or the store's history.
    package func record(
        _ transaction: Verified<JWSTransactionDecodedPayload>, app bundleID: String,
        receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        let app = try number(ofApp: bundleID)
        let facts = SignedFacts(transaction)
        let line = try join(facts, app: app, receivedAt: received)
        for event in BusinessEvent.events(of: transaction.payload) {
            try append(event, line: line, app: app, receivedAt: received)
        }
    }

    /// Takes a renewal info in that came by itself.
    package func record(
        _ renewalInfo: Verified<JWSRenewalInfoDecodedPayload>, app bundleID: String,
        receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        try join(SignedFacts(renewalInfo), app: try number(ofApp: bundleID), receivedAt: received)
    }

    /// Joins facts to what is known of their lines.
    ///
    /// - Parameter first: The record of the first line, if it has been read.
    /// - Returns: The number of the first line; `nil` when the facts are about none.
    @discardableResult
    func join(
        _ facts: SignedFacts, first: LineRecord? = nil, app: Int64, receivedAt received: StoreInstant
    ) throws(DatabaseError) -> Int64? {
        var number: Int64?
        for id in facts.lines {
            // Each is read when its turn comes: what is known of one may change with whose another is.
            let known = if number == nil, let first { first } else { try line(id, app: app) }
            number = number ?? known.number
            try join(facts, to: known, app: app, receivedAt: received)
        }
        return number
    }

    private func join(
        _ facts: SignedFacts, to known: LineRecord, app: Int64, receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        var line = known
        for fact in facts.transactions where PurchaseLine.ID(fact.payload) == known.id {
            try join(line.isErased ? fact.withoutPersonalData() : fact, line: line.number)
            line.hear(OwnerClaim(fact.payload))
        }
        for fact in facts.renewalInfos where PurchaseLine.ID(fact.payload) == known.id {
            join(line.isErased ? fact.withoutPersonalData() : fact, to: &line)
            line.hear(OwnerClaim(fact.payload))
        }
        line.owner.customer = try settledOwner(of: line, after: known, app: app, receivedAt: received)
        if line != known { try write(line) }
    }

    private func join(_ fact: Fact<JWSTransactionDecodedPayload>, line: Int64) throws(DatabaseError) {
        let identifier = fact.payload.transactionId ?? ""
        let isUpgraded: DatabaseValue = fact.payload.isUpgraded == true ? 1 : 0
        let purchased = DatabaseValue.integer(fact.payload.purchaseDate.map { StoreInstant($0).milliseconds } ?? 0)
        // Most are told of once, by the notification that they are there.
        let isNew =
            try database.run(
                """
                INSERT INTO transactions (line, identifier, is_upgraded, purchased, identifier_number, payload)
                VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
                """,
                [
                    .integer(line), .text(identifier), isUpgraded, purchased, .integer(Int64(identifier) ?? 0),
                    .blob(fact.version.bytes),
                ]) == 1
        guard !isNew else { return }
        let rows = try database.rows(
            "SELECT number, payload FROM transactions WHERE line = $1 AND identifier = $2",
            [.integer(line), .text(identifier)])
        guard let row = rows.first else { return }
        let known: Fact<JWSTransactionDecodedPayload>? = self.fact(row[1].blob)
        if let known, !(known.version < fact.version) { return }
        try database.run(
            "UPDATE transactions SET is_upgraded = $2, purchased = $3, payload = $4 WHERE number = $1",
            [row[0], isUpgraded, purchased, .blob(fact.version.bytes)])
    }

    private func join(_ fact: Fact<JWSRenewalInfoDecodedPayload>, to line: inout LineRecord) {
        let known: Fact<JWSRenewalInfoDecodedPayload>? = self.fact(line.renewalInfo)
        if let known, !(known.version < fact.version) { return }
        line.renewalInfo = fact.version.bytes
    }
}
