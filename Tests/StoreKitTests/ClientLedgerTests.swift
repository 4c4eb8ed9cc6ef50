// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreLink
import Testing

@testable import StoreKit

/// Facts for a ledger without a store.
private struct Facts {
    var ledger = ClientLedger()
    var revision: Int64 = 0
    var epoch = "first"

    @discardableResult
    mutating func take(
        _ transactions: [JWSTransactionDecodedPayload] = [], renewalInfos: [JWSRenewalInfoDecodedPayload] = [],
        finished: Set<String> = [], isComplete: Bool = false
    ) throws -> LedgerNews {
        var new = NewFacts()
        var answer = ChangesAnswer(cursor: ChangeCursor(epoch: epoch, revision: 0), isComplete: isComplete)
        let verifier = try Signing.verifier()
        for payload in transactions {
            revision += 1
            let jws = try Signing.sign(payload)
            new.transactions[jws] = try verifier.verify(jws)
            answer.transactions.append(
                TransactionChange(
                    revision: revision, jws: jws, isFinished: finished.contains(payload.transactionId ?? ""),
                    isAnnounced: true))
        }
        for payload in renewalInfos {
            revision += 1
            let jws = try Signing.sign(payload)
            new.renewalInfos[jws] = try verifier.verify(jws)
            answer.renewalInfos.append(RenewalInfoChange(revision: revision, jws: jws))
        }
        answer.cursor.revision = revision
        return ledger.apply(answer, new: new, storefrontBefore: .usa)
    }
}

@Suite struct ClientLedgerTests {
    struct Rule: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var transactions: [JWSTransactionDecodedPayload]
        var renewalInfos: [JWSRenewalInfoDecodedPayload] = []
        var finished: Set<String> = []
        var entitled: [UInt64]
        var listed: [UInt64]

        init(
            _ name: String, _ transactions: [JWSTransactionDecodedPayload],
            _ renewalInfos: [JWSRenewalInfoDecodedPayload] = [], finished: Set<String> = [], entitled: [UInt64],
            listed: [UInt64]
        ) {
            testDescription = name
            self.transactions = transactions
            self.renewalInfos = renewalInfos
            self.finished = finished
            self.entitled = entitled
            self.listed = listed
        }
    }

    static let retry = JWSRenewalInfoDecodedPayload.made(day: 31).with { payload in
        payload.isInBillingRetryPeriod = true
        payload.expirationIntent = .billingError
    }
    static let crown = JWSTransactionDecodedPayload.made(1, product: "crown", type: .nonConsumable)
    static let season = JWSTransactionDecodedPayload.made(1, product: "season", type: .nonRenewingSubscription)

    static let rules = [
        Rule("an unfinished consumable is listed, not an entitlement", [.made(1)], entitled: [], listed: [1]),
        Rule("a finished consumable is gone", [.made(1)], finished: ["1"], entitled: [], listed: []),
        Rule(
            "a finished, refunded consumable is listed", [.made(1).revoked()], finished: ["1"], entitled: [],
            listed: [1]),
        Rule("a non-consumable stays", [crown], finished: ["1"], entitled: [1], listed: [1]),
        Rule("a refunded non-consumable goes", [crown.revoked()], finished: ["1"], entitled: [], listed: [1]),
        Rule(
            "a non-consumable bought again after a refund",
            [crown.revoked(), .made(2, product: "crown", type: .nonConsumable, day: 3)], entitled: [2], listed: [2, 1]),
        Rule(
            "an older purchase holds when the newest is refunded",
            [crown, .made(2, product: "crown", type: .nonConsumable, day: 1).revoked(day: 2)], entitled: [1],
            listed: [2, 1]),
        Rule(
            "every non-renewing subscription stays for ever",
            [season, .made(2, product: "season", type: .nonRenewingSubscription, day: 400)], finished: ["1", "2"],
            entitled: [2, 1], listed: [2, 1]),
        Rule(
            "one of two non-renewing subscriptions refunded",
            [season, .made(2, product: "season", type: .nonRenewingSubscription, day: 4).revoked(day: 5)],
            entitled: [1], listed: [2, 1]),
        Rule("a running subscription", [.period(100)], [.made()], entitled: [100], listed: [100]),
        Rule(
            "only the newest period of a subscription", [.period(100), .period(101, day: 30)], [.made(day: 30)],
            entitled: [101], listed: [101, 100]),
        Rule(
            "an expired subscription", [.period(100)],
            [.made(day: 31).with { $0.expirationIntent = .customerCancelled }], entitled: [], listed: [100]),
        Rule("in billing retry", [.period(100)], [retry], entitled: [], listed: [100]),
        Rule(
            "in a grace period, although the paid period is over", [.period(100)],
            [retry.with { $0.gracePeriodExpiresDate = Signing.start.addingTimeInterval(40 * 86_400) }],
            entitled: [100], listed: [100]),
        Rule("a refunded subscription", [.period(100).revoked()], [.made(day: 1)], entitled: [], listed: [100]),
        Rule(
            "the refund of a past period leaves the present one",
            [.period(100).revoked(day: 35), .period(101, day: 30)], [.made(day: 30)], entitled: [101],
            listed: [101, 100]),
        Rule(
            "an upgrade replaces at once",
            [
                .period(100).with { $0.isUpgraded = true },
                .period(101, product: "premium", day: 5),
            ], [.made(product: "premium", day: 5)], entitled: [101], listed: [101, 100]),
        Rule(
            "a downgrade that was renewed", [.period(100, product: "premium"), .period(101, day: 30)],
            [.made(day: 30)], entitled: [101], listed: [101, 100]),
        Rule(
            "one's own subscription before a family member's",
            [
                .period(100),
                .period(200, day: 5, original: 200).with { $0.inAppOwnershipType = .familyShared },
            ], [.made(), .made(original: 200, day: 5)], entitled: [100], listed: [200, 100]),
        Rule(
            "a family member's when one's own is refunded",
            [
                .period(100).revoked(),
                .period(200, day: 5, original: 200).with { $0.inAppOwnershipType = .familyShared },
            ], [.made(), .made(original: 200, day: 5)], entitled: [200], listed: [200, 100]),
    ]

    @Test("Entitlements", arguments: rules)
    func entitlements(rule: Rule) throws {
        var facts = Facts()
        try facts.take(rule.transactions, renewalInfos: rule.renewalInfos, finished: rule.finished)
        #expect(facts.ledger.entitlements().ids == rule.entitled)
        #expect(facts.ledger.all().ids == rule.listed)
        // Whatever the order in which the facts come, one at a time.
        var backwards = Facts()
        for renewalInfo in rule.renewalInfos.reversed() {
            try backwards.take(renewalInfos: [renewalInfo])
        }
        for transaction in rule.transactions.reversed() {
            try backwards.take([transaction], finished: rule.finished)
        }
        #expect(backwards.ledger.entitlements().ids == rule.entitled)
        #expect(backwards.ledger.all().ids == rule.listed)
    }

    @Test func finishedConsumablesAreListedForAnAppThatWantsThem() throws {
        var facts = Facts(ledger: ClientLedger(listsFinishedConsumables: true))
        try facts.take([.made(1), .made(2, day: 1)], finished: ["1"])
        #expect(facts.ledger.all().ids == [2, 1])
        #expect(facts.ledger.unfinished().ids == [2])
        #expect(facts.ledger.latest(productID: "gems")?.unsafePayloadValue.id == 2)
        #expect(facts.ledger.entitlements().isEmpty)
    }

    @Test func unverifiedPurchasesAreListedAsSuch() throws {
        var facts = Facts()
        try facts.take([Self.crown.with { $0.bundleId = "com.example.other" }])
        let entitlement = try #require(facts.ledger.entitlements().first)
        #expect(throws: VerificationResult<Transaction>.VerificationError.invalidSignature) {
            try entitlement.payloadValue
        }
    }

    @Test func theLaterSignedFactHoldsWhicheverComesLast() throws {
        let bought = JWSTransactionDecodedPayload.made(1, product: "crown", type: .nonConsumable)
        for order in [[bought, bought.revoked()], [bought.revoked(), bought]] {
            var facts = Facts()
            for payload in order { try facts.take([payload]) }
            #expect(facts.ledger.latest(productID: "crown")?.unsafePayloadValue.revocationDate != nil)
        }
    }

    @Test func whatTheStoreSaysIsFinishedIsHoweverOldTheSignature() throws {
        var facts = Facts()
        let later = JWSTransactionDecodedPayload.made(1).with {
            $0.signedDate = $0.signedDate?.addingTimeInterval(0.001)
        }
        try facts.take([later])
        #expect(facts.ledger.unfinished().ids == [1])
        try facts.take([.made(1)], finished: ["1"])
        #expect(facts.ledger.unfinished().isEmpty)
    }

    @Test func anOlderRenewalInfoChangesNothing() throws {
        var facts = Facts()
        try facts.take([.period(100)], renewalInfos: [.made(day: 3).with { $0.autoRenewStatus = .off }])
        let news = try facts.take(renewalInfos: [.made(day: 1)])
        #expect(news.statuses.isEmpty)
        let status = try #require(facts.ledger.statuses(groupID: "plans").first)
        #expect(!status.renewalInfo.unsafePayloadValue.willAutoRenew)
    }

    @Test func theLatestOfAProductIsItsNewestPurchaseEvenExpired() throws {
        var facts = Facts()
        try facts.take(
            [.period(101, day: 30), .period(100), .made(5, day: 50)],
            renewalInfos: [.made(day: 61).with { $0.expirationIntent = .customerCancelled }])
        #expect(facts.ledger.latest(productID: "monthly")?.unsafePayloadValue.id == 101)
        #expect(facts.ledger.latest(productID: "gems")?.unsafePayloadValue.id == 5)
        #expect(facts.ledger.latest(productID: "never") == nil)
    }

    @Test func aTransactionThatMovesInTimeIsListedOnce() throws {
        var facts = Facts()
        try facts.take([.made(1, day: 0), .made(2, day: 1)])
        try facts.take([.made(1, day: 2)])
        #expect(facts.ledger.all().ids == [1, 2])
    }

    @Test func aCompleteAnswerReplacesEverything() throws {
        var facts = Facts()
        try facts.take([.made(1), .period(100)], renewalInfos: [.made()])
        facts.epoch = "second"
        facts.revision = 0
        try facts.take([.made(2)], isComplete: true)
        #expect(facts.ledger.all().ids == [2])
        #expect(facts.ledger.statusesByGroup().isEmpty)
    }

    @Test func aNewEpochReplacesEverythingThoughItDoesNotSaySo() throws {
        var facts = Facts()
        try facts.take([.made(1)])
        facts.epoch = "second"
        try facts.take([.made(2)])
        #expect(facts.ledger.all().ids == [2])
    }

    @Test func aStoreStartedAgainTellsNothingNew() throws {
        var facts = Facts()
        try facts.take([.made(1), .period(100)], renewalInfos: [.made()])
        facts.epoch = "second"
        // The same facts, signed anew, and one that happened meanwhile.
        let news = try facts.take(
            [
                .made(1).with { $0.signedDate = Signing.start.addingTimeInterval(9) },
                .period(100).with { $0.signedDate = Signing.start.addingTimeInterval(9) }, .made(2, day: 2),
            ], renewalInfos: [.made(day: 1).with { $0.renewalDate = JWSRenewalInfoDecodedPayload.made().renewalDate }],
            isComplete: true)
        #expect(news.transactions.ids == [2])
        #expect(news.statuses.isEmpty)
    }

    @Test func aRefundWhileTheStoreWasStartedAgainIsNews() throws {
        var facts = Facts()
        try facts.take([.made(1)], finished: ["1"])
        facts.epoch = "second"
        let news = try facts.take([.made(1).revoked()], finished: ["1"], isComplete: true)
        #expect(news.transactions.ids == [1])
    }

    @Test func howThingsStoodAtLaunchIsNoNews() throws {
        var facts = Facts()
        let news = try facts.take([.made(1), .period(100)], renewalInfos: [.made()], isComplete: true)
        #expect(news.transactions.isEmpty)
        #expect(news.statuses.isEmpty)
    }

    @Test func inAStoreMadeForTheConnectionEverythingIsNews() throws {
        var facts = Facts(ledger: ClientLedger(startsEmpty: true))
        let news = try facts.take([.period(100)], renewalInfos: [.made()], isComplete: true)
        #expect(news.transactions.ids == [100])
        #expect(news.statuses.map(\.state) == [.subscribed])
    }

    @Test func theRefundOfAPastPeriodChangesNoStatus() throws {
        var facts = Facts()
        try facts.take([.period(100), .period(101, day: 30)], renewalInfos: [.made(day: 30)])
        #expect(try facts.take([.period(100).revoked(day: 35)]).statuses.isEmpty)
        #expect(try facts.take([.period(101, day: 30).revoked(day: 36)]).statuses.map(\.state) == [.revoked])
    }

    @Test func statusesAreOwnFirst() throws {
        var facts = Facts()
        let shared = JWSTransactionDecodedPayload.period(200, product: "premium", day: 9, original: 200)
            .with { $0.inAppOwnershipType = .familyShared }
        try facts.take(
            [shared, .period(100)],
            renewalInfos: [.made(original: 200, product: "premium", day: 9), .made()])
        let statuses = facts.ledger.statuses(groupID: "plans")
        #expect(statuses.map(\.transaction.unsafePayloadValue.id) == [100, 200])
        #expect(facts.ledger.statusesByGroup().map(\.groupID) == ["plans"])
        #expect(facts.ledger.statuses(groupID: "other").isEmpty)
    }

    @Test(
        "Introductory eligibility follows the history of the group",
        arguments: [
            ([], nil, true),
            ([JWSTransactionDecodedPayload.period(100)], nil, false),
            ([.period(100)], ExpirationIntent.customerCancelled, true),
            ([.period(100).with { $0.offerType = .introductoryOffer }], .customerCancelled, false),
            ([.period(100).with { $0.offerType = .promotionalOffer }], .customerCancelled, true),
        ] as [([JWSTransactionDecodedPayload], ExpirationIntent?, Bool)])
    func introductoryEligibility(
        history: [JWSTransactionDecodedPayload], end: ExpirationIntent?, isEligible: Bool
    ) throws {
        var facts = Facts()
        try facts.take(
            history, renewalInfos: history.isEmpty ? [] : [.made(day: 31).with { $0.expirationIntent = end }])
        #expect(facts.ledger.isEligibleForIntroductoryOffer(groupID: "plans") == isEligible)
        #expect(facts.ledger.isEligibleForIntroductoryOffer(groupID: "other"))
    }

    @Test func aForgedRenewalInfoGrantsNothing() throws {
        var facts = Facts()
        let lapsed = JWSRenewalInfoDecodedPayload.made(day: 31).with { $0.expirationIntent = .customerCancelled }
        try facts.take([.period(100)], renewalInfos: [lapsed])
        #expect(facts.ledger.entitlements().isEmpty)
        // The device it is bound to is another one, so it cannot be verified here.
        let forged = JWSRenewalInfoDecodedPayload.made(day: 32).with { $0.deviceVerification = "AAAA" }
        try facts.take(renewalInfos: [forged])
        #expect(facts.ledger.entitlements().isEmpty)
    }
}
