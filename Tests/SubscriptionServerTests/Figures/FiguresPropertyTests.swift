// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import DatabaseTestSupport
import Foundation
import SignedData
import StoreEngine
import SubscriptionServer
import Testing

/// Figures of random histories of the store, seen only through what it signs.
@Suite struct FiguresPropertyTests {
    private let signer: JWSSigner
    private let verifier: JWSVerifier

    init() throws {
        let authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
        signer = JWSSigner(authority)
        verifier = JWSVerifier(
            trust: .appStore(roots: [authority.root]),
            expecting: ExpectedApp(bundleID: SignedHistory.bundleID, environments: [.sandbox]))
    }

    /// Fewer where each ledger is made in a server.
    static let seeds = 0..<(TestDatabase.server == nil ? 60 : 10) as Range<UInt64>

    private func figures(
        _ notifications: [Verified<ResponseBodyV2DecodedPayload>], at now: StoreInstant
    ) throws -> BusinessFigures {
        let database = try TestDatabase()
        defer { withExtendedLifetime(database) {} }
        let store = try LedgerStore(database.open())
        for notification in notifications {
            let facts = try SignedFacts(notification)
            _ = try store.transaction { () throws(DatabaseError) in
                try store.record(
                    notification, facts: facts, app: SignedHistory.bundleID, receivedAt: SignedHistory.opening)
            }
        }
        try store.put(ExchangeRates(currency: "EUR", billionths: ["USD": 876_543_211]))
        let months = CalendarMonth(SignedHistory.opening)...CalendarMonth(now)
        return try store.figures(app: SignedHistory.bundleID, environment: "Sandbox", months: months, now: now)
    }

    @Test("Order and repetition change no figure, and the sums fit", arguments: Self.seeds)
    func order(seed: UInt64) throws {
        let history = try SignedHistory(seed: seed, signer: signer)
        let now = history.engine.now
        let notifications = try history.notifications.map {
            try verifier.verify($0, as: ResponseBodyV2DecodedPayload.self)
        }
        let figures = try figures(notifications, at: now)
        var random = SeededGenerator(seed: seed)
        let shuffled = notifications.shuffled(using: &random) + notifications.shuffled(using: &random)
        #expect(try self.figures(shuffled, at: now) == figures)
        for money in figures.months.flatMap({ $0.currencies + [$0.total].compactMap(\.self) }) {
            #expect(money.mrr.sum == money.mrr.closing)
        }
        for month in figures.months {
            let counts = month.subscriptions
            #expect(counts.opening + counts.new + counts.reactivated - counts.churned == counts.closing)
        }
        for (month, next) in zip(figures.months, figures.months.dropFirst()) {
            #expect(month.subscriptions.closing == next.subscriptions.opening)
            #expect(month.total?.mrr.closing == next.total?.mrr.opening)
        }
        for cohort in figures.cohorts { #expect(cohort.retained.allSatisfy { $0 <= cohort.size }) }
    }

    @Test("They are what the store itself knows of its money", arguments: Self.seeds)
    func truth(seed: UInt64) throws {
        let history = try SignedHistory(seed: seed, signer: signer)
        let engine = history.engine
        let notifications = try history.notifications.map {
            try verifier.verify($0, as: ResponseBodyV2DecodedPayload.self)
        }
        let figures = try figures(notifications, at: engine.now)
        var (gross, refunded): (Int64, Int64) = (0, 0)
        for record in engine.transactions {
            let payload = engine.payload(of: record, signedAt: engine.now)
            let paid = payload.price ?? 0
            gross += paid
            if payload.revocationDate != nil { refunded += paid }
        }
        #expect(figures.revenue.currencies.map(\.revenue.gross).reduce(0, +) == gross)
        #expect(figures.revenue.currencies.map(\.revenue.refunded).reduce(0, +) == refunded)
        let subscriptions = engine.accounts.flatMap(\.subscriptions).map { engine[$0] }
        #expect(
            figures.months.last?.subscriptions.closing == subscriptions.count { $0.state.status.isEntitled })
    }
}
