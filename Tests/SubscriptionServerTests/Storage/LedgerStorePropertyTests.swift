// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import SubscriptionServer
import Testing

/// Random histories of the store, told to a ledger in a database.
@Suite struct LedgerStorePropertyTests {
    @Test func `Any order, repetition or delay ends in the state of the store itself, and in the same events`()
        async throws
    {
        let authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
        let signer = JWSSigner(authority)
        let verifier = JWSVerifier(
            trust: .appStore(roots: [authority.root]),
            expecting: ExpectedApp(bundleID: SignedHistory.bundleID, environments: [.sandbox]))
        var kept = try KeptLedger()
        for seed in 0..<UInt64(KeptLedger.count) {
            let history = try SignedHistory(seed: seed, signer: signer)
            let notifications = try history.notifications.map {
                try verifier.verify($0, as: ResponseBodyV2DecodedPayload.self)
            }
            var ledger = Ledger()
            for notification in notifications { ledger.join(try SignedFacts(notification)) }
            for difference in history.differences(from: ledger) { Issue.record("seed \(seed): \(difference)") }
            let (ids, now) = (Set(ledger.lines.keys), history.engine.now)
            let first = try await kept.tell(notifications, lines: ids, at: now)
            #expect(first.standings == ledger.lines.compactMapValues { $0.standing(at: now) }, "seed \(seed)")
            var random = SeededGenerator(seed: seed)
            for _ in 0..<KeptLedger.shufflings {
                // Some twice, a part held back to the end.
                let late = notifications.filter { _ in Bool.random(using: &random) }
                let order = (notifications + late).shuffled(using: &random) + late.shuffled(using: &random)
                let shuffled = try await kept.tell(order, lines: ids, at: now)
                #expect(shuffled == first, "seed \(seed)")
            }
        }
    }
}
