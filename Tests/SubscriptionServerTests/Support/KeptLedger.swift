// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import DatabaseTestSupport
import Foundation
import SignedData
import StoreEngine
import SubscriptionServer

/// A ledger in a database, in which each telling of a history is an app's own.
struct KeptLedger {
    /// How many histories are told to ledgers in databases: fewer than to those in memory, and fewest over a connection.
    static let count =
        ProcessInfo.processInfo.environment["OPENSTOREKIT_HISTORIES"].flatMap(Int.init)
        ?? (TestDatabase.server == nil ? 400 : 200)

    /// In how many other orders each is told.
    static let shufflings = TestDatabase.server == nil ? 3 : 1

    private let database: TestDatabase
    private let writer: LedgerWriter
    private let reader: LedgerReader
    private var lastEvent: Int64 = 0
    private var tellings = 0

    init() throws {
        database = try TestDatabase()
        // Nobody pulls the plug here.
        let connection =
            TestDatabase.server == nil
            ? try Database(path: database.address, durability: .process) : try database.open()
        writer = LedgerWriter(try LedgerStore(connection))
        reader = try LedgerReader(at: database.location, connections: 1)
    }

    /// What came of a telling.
    struct Picture: Equatable {
        var standings: [PurchaseLine.ID: Standing]
        var events: Set<String>
    }

    /// Tells the notifications in their order, and says what stands there then of some lines.
    mutating func tell(
        _ notifications: [Verified<ResponseBodyV2DecodedPayload>], lines: Set<PurchaseLine.ID>, at now: StoreInstant
    ) async throws -> Picture {
        tellings += 1
        let app = "com.example.telling\(tellings)"
        for notification in notifications {
            let facts = try SignedFacts(notification)
            _ = try await writer.write(on: [app]) { store throws(DatabaseError) in
                try store.record(notification, facts: facts, app: app, receivedAt: SignedHistory.opening)
            }
        }
        let last = lastEvent
        let (standings, events) = try await reader.read { store throws(DatabaseError) in
            var standings: [PurchaseLine.ID: Standing] = [:]
            for id in lines { standings[id] = try store.line(id, app: app)?.standing(at: now) }
            return (standings, try store.events(after: last, limit: .max))
        }
        lastEvent = events.last?.number ?? lastEvent
        return Picture(standings: standings, events: Set(events.map(\.event.key)))
    }
}
