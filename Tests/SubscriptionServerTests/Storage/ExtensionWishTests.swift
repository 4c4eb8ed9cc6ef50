// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import DatabaseTestSupport
import Testing

@testable import SubscriptionServer

@Suite struct ExtensionWishTests {
    private static let patience: Int64 = 1000
    private static let wish = ExtensionWish(
        environment: "Sandbox", originalTransactionID: "1000", key: "outage", days: 5, reason: 2)

    private func begin(_ store: LedgerStore, after milliseconds: Int64) throws -> LedgerStore.ExtensionTurn {
        try store.transaction { () throws(DatabaseError) in
            try store.begin(
                Self.wish, app: try store.number(ofApp: "com.example.shop"), at: SignedHistory.opening + milliseconds,
                patience: Self.patience)
        }
    }

    @Test func whoeverIsNeverHeardOfAgainHoldsOthersUpForAWhileOnly() throws {
        let database = try TestDatabase()
        let store = try LedgerStore(database.open())
        #expect(try begin(store, after: 0) == .ask)
        #expect(try begin(store, after: Self.patience - 1) == .isAsked)
        #expect(try begin(store, after: Self.patience) == .ask)
        #expect(try begin(store, after: Self.patience + 1) == .isAsked)
    }

    @Test(arguments: [SignedHistory.opening, nil])
    func `What came true stays so`(effective: StoreInstant?) throws {
        let database = try TestDatabase()
        let store = try LedgerStore(database.open())
        #expect(try begin(store, after: 0) == .ask)
        try store.transaction { () throws(DatabaseError) in
            let app = try store.number(ofApp: "com.example.shop")
            try store.finish(Self.wish, app: app, effective: effective)
            // Another who asked for the same meanwhile, and had no luck.
            try store.giveUp(Self.wish, app: app)
        }
        #expect(try begin(store, after: 2 * Self.patience) == .done(effective: effective))
    }
}
