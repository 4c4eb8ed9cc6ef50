// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import StoreEngine
import SubscriptionServer
import Testing

/// Random histories of the store, seen only through what it signs.
@Suite struct LedgerPropertyTests {
    static let count = ProcessInfo.processInfo.environment["OPENSTOREKIT_HISTORIES"].flatMap(Int.init) ?? 5_000
    static let slices = [0..<UInt64(count / 2), UInt64(count / 2)..<UInt64(count)]

    @Test(
        "Any order, repetition or delay ends in the state of the store itself", arguments: slices)
    func histories(seeds: Range<UInt64>) async throws {
        let authority = try CertificateAuthority.make(now: SignedHistory.opening.date)
        let signer = JWSSigner(authority)
        let verifier = JWSVerifier(
            trust: .appStore(roots: [authority.root]),
            expecting: ExpectedApp(bundleID: SignedHistory.bundleID, environments: [.sandbox]))
        for seed in seeds {
            await Task.yield()
            let history = try SignedHistory(seed: seed, signer: signer)
            let facts = try history.notifications.map {
                try SignedFacts(verifier.verify($0, as: ResponseBodyV2DecodedPayload.self))
            }
            var ledger = Ledger()
            for facts in facts { ledger.join(facts) }
            for difference in history.differences(from: ledger) {
                Issue.record("seed \(seed): \(difference)")
            }
            var random = SeededGenerator(seed: seed)
            for _ in 0..<3 {
                var shuffled = Ledger()
                // Some twice, a part held back to the end.
                let late = facts.filter { _ in Bool.random(using: &random) }
                for facts in (facts + late).shuffled(using: &random) + late.shuffled(using: &random) {
                    shuffled.join(facts)
                }
                let isSame = shuffled == ledger
                #expect(isSame, "seed \(seed)")
            }
        }
    }
}

extension SignedHistory {
    /// In what a ledger differs from the store that its facts come from.
    func differences(from ledger: Ledger) -> [String] {
        let environment = engine.identity.environment.rawValue
        var differences: [String] = []
        for account in engine.accounts {
            for subscription in account.subscriptions.map({ engine[$0] }) {
                let latest = engine.payload(of: engine[subscription.latest], signedAt: engine.now)
                guard let original = latest.originalTransactionId else { continue }
                let id = PurchaseLine.ID(environment: environment, originalTransactionID: original)
                guard let standing = ledger.lines[id]?.standing(at: engine.now) else {
                    differences.append("nothing is known of \(original)")
                    continue
                }
                let truth = subscription.state.status
                if standing.status != truth { differences.append("\(original) is \(truth), not \(standing.status)") }
                if standing.productID != latest.productId {
                    differences.append("\(original) is of \(latest.productId ?? ""), not \(standing.productID ?? "")")
                }
                if standing.isTransactionMissing { differences.append("a transaction of \(original) was not seen") }
                if truth == .active, standing.accessEnd != latest.expiresDate.map({ StoreInstant($0) }) {
                    differences.append("\(original) ends at another time")
                }
                let renewal = engine.payload(of: engine.renewal(of: subscription), signedAt: engine.now)
                if standing.status.isEntitled, standing.willRenew != (renewal.rawAutoRenewStatus == 1) {
                    differences.append("\(original) renews: \(renewal.rawAutoRenewStatus ?? -1)")
                }
            }
        }
        return differences
    }
}
