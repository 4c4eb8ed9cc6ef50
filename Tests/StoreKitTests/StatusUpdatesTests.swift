// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreLink
import Testing

@testable import StoreKit

@Suite(.timeLimit(.minutes(1))) struct StatusUpdatesTests {
    @Test func everyChangeOfASubscriptionIsToldWithBothSignedParts() async throws {
        try await withStore { store in
            var updates = SubscriptionStatus.updates.makeAsyncIterator()
            await store.untilWaiting()
            let changes: [(JWSTransactionDecodedPayload?, JWSRenewalInfoDecodedPayload)] = [
                (.period(100), .made()),
                (.period(101, day: 30), .made(day: 30)),
                (nil, .made(day: 31).with { $0.autoRenewStatus = .off }),
                (nil, .made(day: 32)),
                (
                    nil,
                    ClientLedgerTests.retry.with { payload in
                        payload.signedDate = Signing.start.addingTimeInterval(60 * 86_400)
                        payload.gracePeriodExpiresDate = Signing.start.addingTimeInterval(70 * 86_400)
                    }
                ),
                (nil, ClientLedgerTests.retry.with { $0.signedDate = Signing.start.addingTimeInterval(71 * 86_400) }),
                (nil, .made(day: 120).with { $0.expirationIntent = .billingError }),
            ]
            var told: [SubscriptionStatus] = []
            for (transaction, renewalInfo) in changes {
                // Both facts of one event arrive together.
                if let transaction { _ = try store.add(transaction, isAnnounced: true) }
                try store.put(renewalInfo)
                told.append(try #require(await updates.next()))
                await store.untilWaiting()
            }
            #expect(
                told.map(\.state) == [
                    .subscribed, .subscribed, .subscribed, .subscribed, .inGracePeriod, .inBillingRetryPeriod, .expired,
                ])
            #expect(told.map(\.transaction.unsafePayloadValue.id) == [100, 101, 101, 101, 101, 101, 101])
            #expect(told.map(\.renewalInfo.unsafePayloadValue.willAutoRenew)[1...3] == [true, false, true])
            for status in told {
                #expect(throws: Never.self) { try status.transaction.payloadValue }
                #expect(throws: Never.self) { try status.renewalInfo.payloadValue }
            }
        }
    }

    @Test func aLapseIsNoTransaction() async throws {
        try await withStore { store in
            try store.put(.period(100), isFinished: true)
            try store.put(JWSRenewalInfoDecodedPayload.made())
            var transactions = Transaction.updates.makeAsyncIterator()
            var statuses = SubscriptionStatus.updates.makeAsyncIterator()
            await store.untilWaiting()
            try store.put(.made(day: 31).with { $0.expirationIntent = .customerCancelled })
            #expect(await statuses.next()?.state == .expired)
            try store.put(.made(9))
            #expect(await transactions.next()?.unsafePayloadValue.id == 9)
        }
    }

    @Test func ofAPurchaseMadeHereTheStatusIsTold() async throws {
        try await withStore { store in
            store.script { state in
                state.products = [.monthly]
                state.onPurchase = { [weak store] _ in
                    guard let store else { return .userCancelled }
                    let change = try store.add(.period(100))
                    try store.put(JWSRenewalInfoDecodedPayload.made())
                    return .purchased(change)
                }
            }
            var statuses = SubscriptionStatus.updates.makeAsyncIterator()
            let product = try #require(try await Product.products(for: ["monthly"]).first)
            _ = try await product.purchase()
            #expect(await statuses.next()?.transaction.unsafePayloadValue.id == 100)
        }
    }

    @Test func statusesAnswerByGroupProductAndTransaction() async throws {
        try await withStore { store in
            try store.put(.period(100))
            try store.put(.period(101, day: 30))
            try store.put(JWSRenewalInfoDecodedPayload.made(day: 30))
            try store.put(.made(1))
            let byGroup = try await SubscriptionInfo.status(for: "plans")
            #expect(byGroup.map(\.state) == [.subscribed])
            let product = Product(.monthly, storefront: .usa)
            #expect(try await product.subscription?.status == byGroup)
            #expect(try await SubscriptionInfo.status(for: "other").isEmpty)
            #expect(try await SubscriptionInfo.status(transactionID: 100) == byGroup.first)
            #expect(try await SubscriptionInfo.status(transactionID: 1) == nil)
            let old = try #require(await Transaction.all.collected().first { $0.unsafePayloadValue.id == 100 })
            #expect(await old.unsafePayloadValue.subscriptionStatus?.transaction.unsafePayloadValue.id == 101)
            var groups: [String] = []
            for await (groupID, statuses) in SubscriptionStatus.all {
                groups.append(groupID)
                #expect(statuses == byGroup)
            }
            #expect(groups == ["plans"])
        }
    }

    @Test func theStorefrontIsToldWhenItChanges() async throws {
        try await withStore { store in
            #expect(await Storefront.current?.countryCode == "USA")
            var updates = Storefront.updates.makeAsyncIterator()
            await store.untilWaiting()
            store.move(to: .germany)
            let moved = await updates.next()
            #expect(moved?.id == "143443")
            #expect(moved?.currency == Locale.Currency("EUR"))
            #expect(await Storefront.current?.countryCode == "DEU")
        }
    }
}
