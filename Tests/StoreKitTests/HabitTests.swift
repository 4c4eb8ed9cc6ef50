// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreLink
import Testing

@testable import StoreKit

@Suite(.timeLimit(.minutes(1))) struct HabitTests {
    private func withHabits(
        _ change: @Sendable (inout StoreHabits) -> Void, _ test: (FakeStore) async throws -> Void
    ) async throws {
        try await withStore { store in
            store.sellCrown()
            store.script { $0.products.append(.monthly) }
            _ = await Transaction.all.collected()
            var habits = StoreHabits()
            change(&habits)
            StoreConnection.habits = habits
            #expect(StoreConnection.habits == habits)
            try await test(store)
        }
    }

    @discardableResult
    private func buy(_ id: String) async throws -> Product.PurchaseResult {
        try await #require(try await Product.products(for: [id]).first).purchase()
    }

    private func listed() async -> [UInt64] { await Transaction.currentEntitlements.collected().ids }

    @Test func byDefaultAStoreHasNone() async throws {
        try await withHabits { _ in
        } _: { store in
            try await buy("crown")
            #expect(await listed() == [1])
        }
    }

    @Test func aPurchaseIsListedAfterAsManyReadsAsTheLagSays() async throws {
        try await withHabits {
            $0.listingLag = 2...2
        } _: { store in
            try await buy("crown")
            #expect(await listed().isEmpty)
            #expect(await listed().isEmpty)
            #expect(await listed() == [1])
            #expect(await Transaction.latest(for: "crown") != nil)
        }
    }

    @Test func lagsAreDrawnFromTheSeed() async throws {
        func lags(_ seed: UInt64) async throws -> [Int] {
            let counts = Record<Int>()
            try await withHabits {
                $0.listingLag = 0...5
                $0.seed = seed
            } _: { store in
                for id in 1...8 {
                    try store.put(.made(id, product: "crown\(id)", type: .nonConsumable, day: Double(id)))
                    var reads = 0
                    while await !listed().contains(UInt64(id)) { reads += 1 }
                    counts.add(reads)
                }
            }
            return counts.all
        }
        let first = try await lags(7)
        #expect(try await lags(7) == first)
        #expect(Set(first).count > 1)
        #expect(first.allSatisfy { $0 <= 5 })
        #expect(try await lags(8) != first)
    }

    @Test func ownSubscriptionsAreAnnouncedAndNothingElse() async throws {
        try await withHabits {
            $0.announcesOwnPurchases = true
        } _: { store in
            var updates = Transaction.updates.makeAsyncIterator()
            await store.untilWaiting()
            try await buy("crown")
            store.script { state in
                state.onPurchase = { _ in .purchased(try store.add(.period(100))) }
            }
            try await buy("monthly")
            #expect(await updates.next()?.unsafePayloadValue.id == 100)
        }
    }

    @Test func aRenewedSubscriptionSeemsOverForAWhile() async throws {
        try await withHabits {
            $0.renewalGap = 2...2
        } _: { store in
            try store.put(.period(100))
            try store.put(JWSRenewalInfoDecodedPayload.made())
            #expect(await listed() == [100])
            try store.put(.period(101, day: 30).with { $0.transactionReason = .renewal })
            try store.put(JWSRenewalInfoDecodedPayload.made(day: 30))
            let gap = try #require(try await SubscriptionInfo.status(for: "plans").first)
            #expect(gap.state == .expired)
            #expect(gap.transaction.unsafePayloadValue.id == 100)
            #expect(gap.renewalInfo.unsafePayloadValue.willAutoRenew)
            #expect(await listed().isEmpty)
            #expect(await listed() == [101])
            #expect(try await SubscriptionInfo.status(for: "plans").map(\.state) == [.subscribed])
        }
    }

    @Test func whoComesBackIsHandedTheOldTransactionAndNothingIsBought() async throws {
        try await withHabits {
            $0.lapsedPurchaseReturnsOld = true
        } _: { store in
            try store.put(.period(100).with { $0.expiresDate = Signing.start.addingTimeInterval(86_400) })
            try store.put(
                JWSRenewalInfoDecodedPayload.made(day: 40).with {
                    $0.autoRenewStatus = .off
                    $0.expirationIntent = .customerCancelled
                })
            #expect(try await SubscriptionInfo.status(for: "plans").map(\.state) == [.expired])
            guard case .success(let old) = try await buy("monthly") else {
                Issue.record("not handed back")
                return
            }
            #expect(old.unsafePayloadValue.id == 100)
            #expect(store.count(.purchase) == 0)
        }
    }

    @Test func aReadInACancelledTaskFindsNothing() async throws {
        try await withHabits {
            $0.cancelledReadsAreEmpty = true
        } _: { store in
            try await buy("crown")
            let found = try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                let products = try await Product.products(for: ["crown"]).count
                let statuses = try await SubscriptionInfo.status(for: "plans").count
                return products + statuses + (await Transaction.currentEntitlements.collected().count)
            }.value
            #expect(found == 0)
            #expect(await listed() == [1])
        }
    }

    @Test func theFirstAnswerAboutAnIntroductoryOfferStays() async throws {
        for isSticky in [true, false] {
            try await withHabits {
                $0.stickyEligibility = isSticky
            } _: { store in
                store.script { $0.eligibleGroupIDs = ["plans"] }
                #expect(await SubscriptionInfo.isEligibleForIntroOffer(for: "plans"))
                store.script { $0.eligibleGroupIDs = [] }
                #expect(await SubscriptionInfo.isEligibleForIntroOffer(for: "plans") == isSticky)
            }
        }
    }

    @Test func aPurchaseCanSeemCancelledAndArriveAllTheSame() async throws {
        try await withHabits {
            $0.reportsPurchasesCancelled = true
        } _: { store in
            var updates = Transaction.updates.makeAsyncIterator()
            await store.untilWaiting()
            guard case .userCancelled = try await buy("crown") else {
                Issue.record("not cancelled")
                return
            }
            #expect(await updates.next()?.unsafePayloadValue.productID == "crown")
            #expect(await listed() == [1])
        }
    }

    @Test func habitsBelongToAConnection() async throws {
        try await withHabits {
            $0.stickyEligibility = true
        } _: { store in
            let control = StoreConnection.use(service: store, trust: try Signing.trust, device: Signing.device)
            #expect(StoreConnection.habits == StoreHabits())
            control.habits.cancelledReadsAreEmpty = true
            #expect(StoreConnection.habits.cancelledReadsAreEmpty)
        }
        await StoreConnection.isolated {
            StoreConnection.habits.cancelledReadsAreEmpty = true
            #expect(StoreConnection.habits == StoreHabits())
        }
    }
}
