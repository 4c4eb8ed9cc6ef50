// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import SignedData
import SubscriptionServer
import Testing

/// Seven notifications about one subscription that Apple signed in its sandbox.
@Suite struct AppleOrderTests {
    private let notifications: [Verified<ResponseBodyV2DecodedPayload>]
    private let facts: [SignedFacts]

    init() throws {
        let verifier = JWSVerifier(
            expecting: ExpectedApp(bundleID: "com.loki-project.loki-messenger", environments: [.sandbox]))
        let folder = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
        notifications = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "jws" }
            .map { url in
                let text = try String(contentsOf: url, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
                return try verifier.verify(text, as: ResponseBodyV2DecodedPayload.self)
            }
        facts = try notifications.map { try SignedFacts($0) }
        #expect(facts.count == 7)
    }

    private func ledger(_ facts: [SignedFacts]) -> Ledger {
        var ledger = Ledger()
        for facts in facts { ledger.join(facts) }
        return ledger
    }

    @Test func all5040OrdersEndInTheSameState() {
        let expected = ledger(facts)
        var orders = 0
        var differing = 0
        permutations(of: facts) { order in
            orders += 1
            if ledger(order) != expected { differing += 1 }
        }
        #expect(orders == 5040 && differing == 0)
    }

    @Test func `In a database they do so too, and make the same events`() async throws {
        var orders: [[Verified<ResponseBodyV2DecodedPayload>]] = []
        permutations(of: notifications) { orders.append($0) }
        // All of them, unless that takes too long; then some from everywhere.
        let step = max(1, orders.count / max(1, KeptLedger.count))
        let lines = Set(ledger(facts).lines.keys)
        let now = StoreInstant(milliseconds: 1_760_592_122_788)
        var kept = try KeptLedger()
        var pictures: [KeptLedger.Picture] = []
        for index in stride(from: 0, to: orders.count, by: step) {
            let picture = try await kept.tell(orders[index], lines: lines, at: now)
            if !pictures.contains(picture) { pictures.append(picture) }
        }
        #expect(pictures.count == 1)
        #expect(pictures.first?.standings == ledger(facts).lines.compactMapValues { $0.standing(at: now) })
        #expect(pictures.first?.events.isEmpty == false)
    }

    @Test func theRefundOfAPastPeriodLeavesTheSubscriptionActive() throws {
        let ledger = ledger(facts)
        let line = try #require(ledger.lines.values.first)
        #expect(ledger.lines.count == 1)
        // The day of the refund: the renewal info signed then speaks of a period nobody sent the transaction of.
        let standing = try #require(line.standing(at: StoreInstant(milliseconds: 1_760_592_122_788)))
        #expect(standing.status == .active)
        #expect(standing.productID == "com.getsession.org.pro_sub_3_months")
        #expect(standing.accessEnd == StoreInstant(milliseconds: 1_760_592_314_000))
        #expect(standing.willRenew == true && standing.isTransactionMissing)
        let refunded = try #require(line.transactions["2000001032604840"]?.payload)
        #expect(refunded.revocationDate != nil)
        // At its end, without news, access is over.
        #expect(line.standing(at: StoreInstant(milliseconds: 1_760_592_314_000))?.status == .expired)
    }

    @Test(
        "After each notification the state is what it says",
        arguments: zip(
            1...6,
            [
                Status.active, .active, .active, .expired, .active, .active,
            ]))
    func eachStep(count: Int, status: Status) throws {
        let ledger = ledger(Array(facts.sorted { newest($0) < newest($1) }.prefix(count + 1)))
        let line = try #require(ledger.lines.values.first)
        let signed = try #require(line.renewalInfo).version.signed
        #expect(line.standing(at: signed)?.status == status)
    }

    private func newest(_ facts: SignedFacts) -> StoreInstant {
        facts.renewalInfos.first?.version.signed ?? StoreInstant(milliseconds: 0)
    }

    private func permutations<Element>(of elements: [Element], _ body: ([Element]) -> Void) {
        func permute(_ chosen: [Element], _ rest: [Element]) {
            guard !rest.isEmpty else { return body(chosen) }
            for index in rest.indices {
                var remaining = rest
                permute(chosen + [remaining.remove(at: index)], remaining)
            }
        }
        permute([], elements)
    }
}
