// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import Foundation

extension LedgerStore {
    /// Lets a customer go by further names.
    ///
    /// Anonymous customers that go by them are taken over.
    ///
    /// - Returns: Why not, when a name is somebody else's whom a developer named; then nothing was done.
    func link(
        _ keys: [CustomerKey], to customer: Int64, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) -> BackendFailure? {
        for key in keys {
            guard let holder = try self.customer(app: app, with: key), holder != customer else { continue }
            guard try isAnonymous(holder) else {
                return .conflict(
                    "nameTaken", "Another customer, c\(holder), goes by that \(key.kind.rawValue)",
                    fix: "Merge the two with POST /v1/customers/{id}/merge, if they are one.")
            }
        }
        if let failure = try refusal(ofNaming: keys, customer: customer, app: app) { return failure }
        for key in keys {
            let holder = try self.customer(app: app, with: key)
            if holder == customer { continue }
            if let holder {
                try merge(holder, into: customer, at: date)
            } else {
                try give(key, to: customer, app: app, at: date)
            }
        }
        return nil
    }

    /// Why names may not be given: because they are no account token, or because whoever asks for another customer or for
    /// another's purchase would get to this one.
    ///
    /// A name that somebody goes by already stays good.
    ///
    /// - Parameter customer: Who is to get them; `nil` for somebody new.
    func refusal(
        ofNaming keys: [CustomerKey], customer: Int64?, app: Int64
    ) throws(DatabaseError) -> BackendFailure? {
        for key in keys where try self.customer(app: app, with: key) == nil {
            let kind = key.kind.rawValue
            if key.kind == .appAccountToken, UUID(uuidString: key.value) == nil {
                return .badRequest("That appAccountToken is no UUID", fix: "Give the one that the app gives StoreKit.")
            }
            if CustomerRow.looksLikeID(key.value) {
                return BackendFailure(
                    400, "nameReserved", "c and digits are what the server calls customers, and no \(kind)",
                    fix: "Put something before it, as in user-\(key.value), here and where customers are asked for.")
            }
            let others = try database.rows(
                """
                SELECT 1 FROM lines
                WHERE app = $1 AND original = $2 AND environment <> $4 AND (customer IS NULL OR customer <> $3) LIMIT 1
                """,
                // Xcode counts from 0, as accounts are counted too.
                [
                    .integer(app), .text(key.value), .integer(customer ?? 0),
                    .text(AppStoreEnvironment.xcode.rawValue),
                ])
            if !others.isEmpty {
                return .conflict(
                    "nameReserved", "That \(kind) is the original transaction of another customer's purchase",
                    fix: "Give the purchase to the customer as originalTransactionId, or take another name.")
            }
        }
        return nil
    }

    /// Gives a purchase to a customer, whatever the facts say; returns whether there is such a purchase.
    func giveByHand(
        _ id: PurchaseLine.ID, to customer: Int64, app: Int64, at date: StoreInstant
    ) throws(DatabaseError) -> Bool {
        let rows = try database.rows(
            "SELECT number, customer FROM lines WHERE app = $1 AND environment = $2 AND original = $3",
            [.integer(app), .text(id.environment), .text(id.originalTransactionID)])
        guard let line = rows.first?[0].integer else { return false }
        let former = rows.first?[1].integer
        if former != customer { try handOver(line, from: former, to: customer, app: app, at: date) }
        try database.run(
            "UPDATE lines SET customer = $2, is_linked_by_hand = 1 WHERE number = $1",
            [.integer(line), .integer(customer)])
        return true
    }
}
