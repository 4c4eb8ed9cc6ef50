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
        try join(SignedFacts(transaction), app: app, receivedAt: received)
        for event in BusinessEvent.events(of: transaction.payload) {
            try append(event, app: app, receivedAt: received)
        }
    }

    /// Takes a renewal info in that came by itself.
    package func record(
        _ renewalInfo: Verified<JWSRenewalInfoDecodedPayload>, app bundleID: String,
        receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        try join(SignedFacts(renewalInfo), app: try number(ofApp: bundleID), receivedAt: received)
    }

    func join(_ facts: SignedFacts, app: Int64, receivedAt received: StoreInstant) throws(DatabaseError) {
        // Most notifications say everything twice, about one line.
        var last: (number: Int64, claim: OwnerClaim)?
        func settle(_ line: LineNumber, _ claim: OwnerClaim) throws(DatabaseError) {
            guard !line.isErased, last?.number != line.number || last?.claim != claim else { return }
            try settleOwner(of: line.number, app: app, by: claim, receivedAt: received)
            last = (line.number, claim)
        }
        for fact in facts.transactions {
            guard let id = PurchaseLine.ID(fact.payload) else { continue }
            let line = try number(of: id, app: app)
            try join(line.isErased ? fact.withoutPersonalData() : fact, line: line.number)
            try settle(line, OwnerClaim(fact.payload))
        }
        for fact in facts.renewalInfos {
            guard let id = PurchaseLine.ID(fact.payload) else { continue }
            let line = try number(of: id, app: app)
            try join(line.isErased ? fact.withoutPersonalData() : fact, line: line.number)
            try settle(line, OwnerClaim(fact.payload))
        }
    }

    private func join(_ fact: Fact<JWSTransactionDecodedPayload>, line: Int64) throws(DatabaseError) {
        let identifier = fact.payload.transactionId ?? ""
        let known = try database.rows(
            "SELECT payload FROM transactions WHERE line = $1 AND identifier = $2", [.integer(line), .text(identifier)])
        if let known: Fact<JWSTransactionDecodedPayload> = self.fact(known.first?[0].blob),
            !(known.version < fact.version)
        {
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

    /// A line, and whether it was forgotten whose it is.
    struct LineNumber: Sendable, Hashable {
        var number: Int64
        var isErased: Bool
    }

    /// The number of a line, given when it is new.
    func number(of id: PurchaseLine.ID, app: Int64) throws(DatabaseError) -> LineNumber {
        if let lastLine, lastLine.app == app, lastLine.id == id { return lastLine.found }
        let key: [DatabaseValue] = [.integer(app), .text(id.environment), .text(id.originalTransactionID)]
        func known() throws(DatabaseError) -> LineNumber? {
            try database.rows(
                "SELECT number, is_erased FROM lines WHERE app = $1 AND environment = $2 AND original = $3", key
            ).first.map { LineNumber(number: $0[0].integer ?? 0, isErased: $0[1].integer == 1) }
        }
        var found = try known()
        if found == nil {
            let made = try database.rows(
                """
                INSERT INTO lines (app, environment, original) VALUES ($1, $2, $3)
                ON CONFLICT DO NOTHING RETURNING number
                """, key)
            found = made.first?[0].integer.map { LineNumber(number: $0, isErased: false) }
        }
        // Nothing is made when somebody else has made it meanwhile.
        if found == nil { found = try known() }
        let line = found ?? LineNumber(number: 0, isErased: false)
        lastLine = (app, id, line)
        return line
    }
}
