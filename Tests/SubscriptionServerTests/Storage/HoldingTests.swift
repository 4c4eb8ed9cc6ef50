// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Database
import DatabaseTestSupport
import SignedData
import StoreEngine
import Testing

@testable import SubscriptionServer

@Suite struct HoldingTests {
    @Test("The few fields that are read decide about access as all do", arguments: 0..<20 as Range<UInt64>)
    func sameAsTheLines(seed: UInt64) throws {
        let authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
        let verifier = JWSVerifier(
            trust: .appStore(roots: [authority.root]),
            expecting: ExpectedApp(bundleID: SignedHistory.bundleID, environments: [.sandbox]))
        let history = try SignedHistory(seed: seed, signer: JWSSigner(authority))
        let database = try TestDatabase()
        let store = try LedgerStore(database.open())
        for text in history.notifications {
            let notification = try verifier.verify(text, as: ResponseBodyV2DecodedPayload.self)
            let facts = try SignedFacts(notification)
            _ = try store.transaction { () throws(DatabaseError) in
                try store.record(
                    notification, facts: facts, app: SignedHistory.bundleID, receivedAt: SignedHistory.opening)
            }
            for customer in try customers(in: store) {
                let lines = try store.lines(ofCustomer: customer).map {
                    Holding(latest: $0.latest, renewalInfo: $0.renewalInfo?.payload)
                }
                let holdings = try store.holdings(ofCustomer: customer, environment: "Sandbox")
                let signed = StoreInstant(notification.payload.signedDate ?? SignedHistory.opening.date)
                for date in [signed, signed + 3 * 86_400_000, history.engine.now] {
                    #expect(standings(holdings, at: date) == standings(lines, at: date))
                    #expect(entitlements(holdings, at: date) == entitlements(lines, at: date))
                }
            }
        }
    }

    private func customers(in store: LedgerStore) throws -> [Int64] {
        try store.database.rows("SELECT DISTINCT customer FROM lines WHERE customer IS NOT NULL").compactMap {
            $0[0].integer
        }
    }

    private func standings(_ holdings: [Holding], at date: StoreInstant) -> [Standing?] {
        holdings.map { Standing(latest: $0.latest, renewalInfo: $0.renewalInfo, at: date) }
    }

    private func entitlements(_ holdings: [Holding], at date: StoreInstant) -> [Entitlement] {
        Entitlement.entitlements(of: holdings, grants: [], map: nil, at: date)
    }

    @Test func anotherEnvironmentHoldsNothingHere() throws {
        let database = try TestDatabase()
        let store = try LedgerStore(database.open())
        try store.database.run("INSERT INTO apps (bundle_id) VALUES ('com.example.app')")
        let app = try #require(try store.knownApp("com.example.app"))
        let customer = try store.makeCustomer(app: app, at: SignedHistory.opening)
        try store.database.run(
            "INSERT INTO lines (app, environment, original, customer) VALUES ($1, 'Production', '1', $2)",
            [.integer(app), .integer(customer)])
        #expect(try store.holdings(ofCustomer: customer, environment: "Sandbox").isEmpty)
        #expect(try store.holdings(ofCustomer: customer, environment: "Production").count == 1)
    }

    @Test func aNewMapIsReadAtOnce() throws {
        let database = try TestDatabase()
        let (writer, reader) = (try LedgerStore(database.open()), try LedgerStore(database.open()))
        let now = SignedHistory.opening
        let app = try writer.transaction { () throws(DatabaseError) in try writer.number(ofApp: "com.example.app") }
        for version in 1...3 as ClosedRange<Int64> {
            let map = EntitlementMap(entitlements: ["plus": ["product \(version)"]])
            _ = try writer.transaction { () throws(DatabaseError) in try writer.put(map, app: app, at: now) }
            let found = try #require(
                try reader.snapshot { () throws(DatabaseError) in
                    try reader.entitlementMap(app: app)
                })
            #expect(found.version == version)
            #expect(found.map == map)
        }
    }
}
