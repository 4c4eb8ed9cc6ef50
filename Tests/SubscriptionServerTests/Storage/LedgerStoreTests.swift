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

@Suite struct LedgerStoreTests {
    private let signer: JWSSigner
    private let verifier: JWSVerifier
    private let shelf = Shelf()

    /// Keeps databases until the test is over.
    private final class Shelf {
        var databases: [TestDatabase] = []
    }

    init() throws {
        let authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
        signer = JWSSigner(authority)
        verifier = JWSVerifier(
            trust: .appStore(roots: [authority.root]),
            expecting: ExpectedApp(bundleID: SignedHistory.bundleID, environments: [.sandbox]))
    }

    private func store() throws -> LedgerStore {
        let database = try TestDatabase()
        shelf.databases.append(database)
        return try LedgerStore(database.open())
    }

    private func verified(_ history: SignedHistory) throws -> [Verified<ResponseBodyV2DecodedPayload>] {
        try history.notifications.map { try verifier.verify($0, as: ResponseBodyV2DecodedPayload.self) }
    }

    private func record(_ notification: Verified<ResponseBodyV2DecodedPayload>, in store: LedgerStore) throws -> Bool {
        let facts = try SignedFacts(notification)
        return try store.transaction { () throws(DatabaseError) in
            try store.record(notification, facts: facts, app: SignedHistory.bundleID, receivedAt: SignedHistory.opening)
        }
    }

    @Test(
        "The database comes to the same standing and the same events in any order", arguments: 0..<40 as Range<UInt64>)
    func sameAsTheLedger(seed: UInt64) throws {
        let history = try SignedHistory(seed: seed, signer: signer)
        let notifications = try verified(history)
        var ledger = Ledger()
        for notification in notifications { ledger.join(try SignedFacts(notification)) }
        var random = SeededGenerator(seed: seed)
        var eventKeys: Set<String>?
        for order in [notifications, notifications.shuffled(using: &random) + notifications] {
            let store = try store()
            for notification in order { _ = try record(notification, in: store) }
            for (id, line) in ledger.lines {
                #expect(
                    try store.line(id, app: SignedHistory.bundleID)?.standing(at: history.engine.now)
                        == line.standing(at: history.engine.now))
            }
            let keys = Set(try store.events(after: 0, limit: .max).map(\.event.key))
            #expect(keys == eventKeys ?? keys)
            eventKeys = keys
        }
    }

    @Test func aNotificationIsNewOnce() throws {
        let store = try store()
        let notification = try #require(try verified(SignedHistory(seed: 3, signer: signer)).first)
        #expect(try record(notification, in: store))
        let events = try store.events(after: 0, limit: 100).map(\.event)
        #expect(try !record(notification, in: store))
        #expect(!events.isEmpty)
        #expect(try store.events(after: 0, limit: 100).map(\.event) == events)
    }

    @Test func whatWasSignedComesBackByteForByte() throws {
        let store = try store()
        let history = try SignedHistory(seed: 5, signer: signer)
        for notification in try verified(history) {
            _ = try record(notification, in: store)
            let text = try store.notificationText(
                app: SignedHistory.bundleID, environment: "Sandbox",
                identifier: try #require(notification.payload.notificationUUID))
            #expect(text == notification.jws.compact)
        }
    }

    @Test func theChainOfCertificatesIsKeptOnce() throws {
        let notification = try #require(
            try verified(SignedHistory(seed: 5, signer: signer)).first { $0.payload.data?.signedRenewalInfo != nil })
        var numbers: [String: UInt32] = [:]
        let archive = ArchivedJWS(notification.jws) { bytes in
            let header = String(decoding: bytes, as: UTF8.self)
            let number = numbers[header] ?? UInt32(numbers.count)
            numbers[header] = number
            return number
        }
        #expect(numbers.count == 1)
        #expect(archive.bytes.count * 3 < notification.jws.compact.utf8.count)
        let headers = Dictionary(uniqueKeysWithValues: numbers.map { ($1, $0) })
        #expect(archive.text { headers[$0] } == notification.jws.compact)
        #expect(archive.text { _ in nil } == nil)
        #expect(ArchivedJWS(bytes: Array(archive.bytes.prefix(20))).text { headers[$0] } == nil)
    }

    @Test func aPurchaseThatAppAndStoreBothTellOfHappensOnce() throws {
        let store = try store()
        let history = try SignedHistory(seed: 3, signer: signer)
        let notification = try #require(
            try verified(history).first { $0.payload.data?.signedTransactionInfo != nil })
        let text = try #require(notification.payload.data?.signedTransactionInfo)
        let transaction = try verifier.verify(text, as: JWSTransactionDecodedPayload.self)
        try store.transaction { () throws(DatabaseError) in
            try store.record(transaction, app: SignedHistory.bundleID, receivedAt: SignedHistory.opening)
        }
        #expect(try store.events(after: 0, limit: 10).map(\.event.kind) == [.initialPurchase])
        _ = try record(notification, in: store)
        let purchases = try store.events(after: 0, limit: 10).filter { $0.event.kind == .initialPurchase }
        #expect(purchases.count == 1)
    }
}
