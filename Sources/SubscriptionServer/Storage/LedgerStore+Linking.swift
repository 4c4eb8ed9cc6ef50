// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

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
