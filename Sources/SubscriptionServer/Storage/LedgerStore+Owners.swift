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
    /// Finds out whose a line is after facts were joined to it; the caller writes it down.
    func settledOwner(
        of line: LineRecord, after known: LineRecord, app: Int64, receivedAt received: StoreInstant
    ) throws(DatabaseError) -> Int64? {
        let former = known.owner.customer
        guard !line.isErased, former == nil || line.owner.names(anotherThan: known.owner) else { return former }
        let owner = try owner(of: line.owner, app: app, at: received)
        if owner != former { try handOver(line.number, from: former, to: owner, app: app, at: received) }
        return owner
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

    /// Sees to it that a line can be another customer's; a former one who is anonymous goes with it.
    ///
    /// Whose it is now the caller writes down.
    func handOver(
        _ line: Int64, from former: Int64?, to owner: Int64, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) {
        guard let former else { return }
        if try isAnonymous(former) {
            try merge(former, into: owner, at: date)
        } else if try isLive(former) {
            try transfer(line, from: former, to: owner, app: app, at: date)
        }
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
            line: line, app: app, receivedAt: date)
    }
}
