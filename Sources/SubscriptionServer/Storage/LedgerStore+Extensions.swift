// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database

/// A wish that a subscription be extended, which the App Store is asked for once.
struct ExtensionWish: Sendable, Hashable {
    var environment: String
    var originalTransactionID: String
    /// What tells it from others.
    var key: String
    var days: Int32
    var reason: Int32
}

extension LedgerStore {
    /// What is to be done about a wish for an extension.
    enum ExtensionTurn: Sendable, Hashable {
        /// The App Store is to be asked.
        case ask
        /// It was done before; until when the period lasts since.
        case done(effective: StoreInstant?)
        /// The App Store is being asked.
        case isAsked
        /// The key stands for another wish.
        case otherOfThatKey
    }

    /// Begins to see to a wish.
    ///
    /// - Parameter patience: After how many milliseconds nobody sees to it any more who has not come to an end.
    func begin(
        _ wish: ExtensionWish, app: Int64, at date: StoreInstant, patience: Int64
    ) throws(DatabaseError) -> ExtensionTurn {
        let known = try database.rows(
            "SELECT days, reason, asked, is_done, effective FROM extensions\(Self.isWish)", subject(of: wish, app))
        guard let row = known.first else {
            try database.run(
                """
                INSERT INTO extensions (app, environment, original, key, days, reason, asked, is_done)
                VALUES ($1, $2, $3, $4, $5, $6, $7, 0)
                """,
                subject(of: wish, app) + [
                    .integer(Int64(wish.days)), .integer(Int64(wish.reason)), .integer(date.milliseconds),
                ])
            return .ask
        }
        guard row[0].integer == Int64(wish.days), row[1].integer == Int64(wish.reason) else { return .otherOfThatKey }
        guard row[3].integer != 1 else { return .done(effective: row[4].instant) }
        guard (row[2].integer ?? 0) + patience <= date.milliseconds else { return .isAsked }
        try database.run(
            "UPDATE extensions SET asked = $5\(Self.isWish)", subject(of: wish, app) + [.integer(date.milliseconds)])
        return .ask
    }

    /// Writes down that a wish came true.
    func finish(
        _ wish: ExtensionWish, app: Int64, effective: StoreInstant?
    ) throws(DatabaseError) {
        try database.run(
            "UPDATE extensions SET is_done = 1, effective = $5\(Self.isWish)",
            subject(of: wish, app) + [DatabaseValue(effective)])
    }

    /// Lets a wish that did not come true be made again.
    func giveUp(_ wish: ExtensionWish, app: Int64) throws(DatabaseError) {
        try database.run("DELETE FROM extensions\(Self.isWish) AND is_done = 0", subject(of: wish, app))
    }

    private static let isWish = " WHERE app = $1 AND environment = $2 AND original = $3 AND key = $4"

    private func subject(of wish: ExtensionWish, _ app: Int64) -> [DatabaseValue] {
        [.integer(app), .text(wish.environment), .text(wish.originalTransactionID), .text(wish.key)]
    }
}
