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
        var last: (id: PurchaseLine.ID, number: Int64, claim: OwnerClaim)?
        func settle(_ id: PurchaseLine.ID, _ line: Int64, _ claim: OwnerClaim) throws(DatabaseError) {
            guard last?.number != line || last?.claim != claim else { return }
            try settleOwner(of: line, app: app, by: claim, receivedAt: received)
            last = (id, line, claim)
        }
        func line(of id: PurchaseLine.ID) throws(DatabaseError) -> Int64 {
            if let last, last.id == id { return last.number }
            return try number(of: id, app: app)
        }
        for fact in facts.transactions {
            guard let id = PurchaseLine.ID(fact.payload) else { continue }
            let number = try line(of: id)
            try join(fact, line: number)
            try settle(id, number, OwnerClaim(fact.payload))
        }
        for fact in facts.renewalInfos {
            guard let id = PurchaseLine.ID(fact.payload) else { continue }
            let number = try line(of: id)
            try join(fact, line: number)
            try settle(id, number, OwnerClaim(fact.payload))
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

    /// The number of a line, given when it is new.
    private func number(of id: PurchaseLine.ID, app: Int64) throws(DatabaseError) -> Int64 {
        let key: [DatabaseValue] = [.integer(app), .text(id.environment), .text(id.originalTransactionID)]
        func known() throws(DatabaseError) -> Int64? {
            try database.rows(
                "SELECT number FROM lines WHERE app = $1 AND environment = $2 AND original = $3", key
            ).first?[0].integer
        }
        if let number = try known() { return number }
        let made = try database.rows(
            """
            INSERT INTO lines (app, environment, original) VALUES ($1, $2, $3)
            ON CONFLICT DO NOTHING RETURNING number
            """, key)
        // Nothing is made when somebody else has made it meanwhile.
        if let number = made.first?[0].integer { return number }
        return try known() ?? 0
    }
}
