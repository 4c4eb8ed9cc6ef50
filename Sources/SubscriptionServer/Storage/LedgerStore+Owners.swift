// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

/// Whose purchases are whose.
///
/// An account token says it best, then the customer's download of the app; a purchase with neither has a customer of its
/// own. A customer without a name that a developer gave is anonymous: whoever turns out to be the same takes everything
/// over, never the other way round.
extension LedgerStore {
    /// Takes in what a fact says about the owner of a line, and sees to it that the line has the right one.
    func settleOwner(
        of line: Int64, app: Int64, by claim: OwnerClaim, receivedAt received: StoreInstant
    ) throws(DatabaseError) {
        let rows = try database.rows(
            """
            SELECT customer, is_linked_by_hand, account_token, account_token_signed, app_transaction
            FROM lines WHERE number = $1
            """, [.integer(line)])
        guard let row = rows.first else { return }
        let known = LineOwner(row)
        let joined = known.joined(with: claim)
        guard joined != known || known.customer == nil else { return }
        try database.run(
            """
            UPDATE lines SET account_token = $2, account_token_signed = $3, app_transaction = $4 WHERE number = $1
            """,
            [
                .integer(line), DatabaseValue(joined.token), DatabaseValue(joined.tokenSigned),
                DatabaseValue(joined.appTransactionID),
            ])
        let owner = try owner(of: joined, app: app, at: received)
        if owner != joined.customer { try give(line, from: joined.customer, to: owner, app: app, at: received) }
    }

    private func owner(of line: LineOwner, app: Int64, at date: StoreInstant) throws(DatabaseError) -> Int64 {
        if let current = line.customer, line.isLinkedByHand { return current }
        let download = line.appTransactionID.map { CustomerKey(.appTransaction, $0) }
        var downloader: Int64?
        if let download { downloader = try customer(app: app, with: download) }
        let owner: Int64
        if let token = line.token.map({ CustomerKey(.appAccountToken, $0) }) {
            owner = try self.owner(by: token, among: [line.customer, downloader], app: app, at: date)
            if let downloader, downloader != owner, try isAnonymous(downloader) {
                try merge(downloader, into: owner, at: date)
            }
        } else if let known = downloader ?? line.customer {
            owner = known
        } else {
            owner = try makeCustomer(app: app, at: date)
        }
        if let download, downloader == nil { try give(download, to: owner, app: app, at: date) }
        return owner
    }

    /// Whoever goes by a token; or else whoever has no name yet and is the one who is named now.
    private func owner(
        by token: CustomerKey, among candidates: [Int64?], app: Int64, at date: StoreInstant
    ) throws(DatabaseError) -> Int64 {
        if let named = try customer(app: app, with: token) { return named }
        var owner: Int64?
        for case let candidate? in candidates where owner == nil {
            if try isAnonymous(candidate) { owner = candidate }
        }
        let chosen = if let owner { owner } else { try makeCustomer(app: app, at: date) }
        try give(token, to: chosen, app: app, at: date)
        return chosen
    }

    /// Gives a line to another customer; a former one who is anonymous goes with it.
    func give(
        _ line: Int64, from former: Int64?, to owner: Int64, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) {
        if let former, try isAnonymous(former) {
            try merge(former, into: owner, at: date)
        } else if let former, try isLive(former) {
            try transfer(line, from: former, to: owner, app: app, at: date)
        }
        try database.run("UPDATE lines SET customer = $2 WHERE number = $1", [.integer(line), .integer(owner)])
    }

    /// Writes down that a purchase came from one customer with a name to another.
    private func transfer(
        _ line: Int64, from former: Int64, to owner: Int64, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) {
        try needEverything()
        let rows = try database.rows("SELECT environment, original FROM lines WHERE number = $1", [.integer(line)])
        guard let environment = rows.first?[0].text, let original = rows.first?[1].text else { return }
        try note("purchase moved to c\(owner)", original, customer: former, at: date)
        try note("purchase came from c\(former)", original, customer: owner, at: date)
        let key = ["transfer", environment, original, String(former), String(owner), String(date.milliseconds)]
        try append(
            BusinessEvent(
                kind: .transfer, key: key.joined(separator: "/"), date: date, environment: environment,
                line: PurchaseLine.ID(environment: environment, originalTransactionID: original),
                transactionID: original, productID: nil, previousProductID: nil),
            app: app, receivedAt: date)
    }
}

/// Whose a line is, and what the facts say about it.
private struct LineOwner: Hashable {
    var customer: Int64?
    var isLinkedByHand: Bool
    var token: String?
    var tokenSigned: StoreInstant?
    var appTransactionID: String?

    init(_ row: DatabaseRow) {
        customer = row[0].integer
        isLinkedByHand = row[1].integer == 1
        token = row[2].text
        tokenSigned = row[3].instant
        appTransactionID = row[4].text
    }

    /// Of two tokens the one signed later counts, and of two signed at once the greater.
    func joined(with claim: OwnerClaim) -> Self {
        var joined = self
        joined.appTransactionID = [appTransactionID, claim.appTransactionID].compactMap(\.self).max()
        guard let token = claim.token else { return joined }
        if let known = self.token, let signed = tokenSigned, (signed, known) >= (claim.signed, token) { return joined }
        joined.token = token
        joined.tokenSigned = claim.signed
        return joined
    }
}
