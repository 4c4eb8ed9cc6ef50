// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreLink
import Synchronization
import Testing

@testable import StoreKit

@Suite(.timeLimit(.minutes(1))) struct MessageAndIntentTests {
    @Test func messagesThatWaitComeFirstAndThenEachOnce() async throws {
        try await withStore { store in
            store.show([.billingIssue])
            var messages = Message.messages.makeAsyncIterator()
            #expect(await messages.next()?.reason == .billingIssue)
            await store.untilWaiting()
            store.show([.billingIssue, .priceIncreaseConsent])
            #expect(await messages.next()?.reason == .priceIncreaseConsent)
            // There is reason for it again: it is another message.
            await store.untilWaiting()
            store.show([])
            await store.untilWaiting()
            store.show([.billingIssue, .init(rawValue: "ofANewerStore")])
            #expect(await messages.next()?.reason == .billingIssue)
            #expect(await messages.next()?.reason == .generic)
            var late = Message.messages.makeAsyncIterator()
            #expect(await late.next()?.reason == .billingIssue)
        }
    }

    @Test func aMessageAboutAPriceAsks() async throws {
        try await withStore { store in
            store.show([.priceIncreaseConsent])
            store.script { state in
                state.heldSubscriptions = ["100", "200"].map {
                    HeldSubscription(
                        originalTransactionID: $0, groupID: $0, productID: "monthly", renewalProductID: "monthly",
                        status: 1, autoRenews: true, expires: 0, askedPrice: 9990, choices: [])
                }
            }
            struct Agreeing: StoreDialogs {
                func agree(to increase: StoreDialog.PriceIncrease) async -> Bool? { true }
            }
            StoreConnection.answerDialogs(with: Agreeing())
            var messages = Message.messages.makeAsyncIterator()
            let message = try #require(await messages.next())
            try await message.display()
            let actions = store.state.withLock { $0.actions }
            #expect(actions == [.answerPriceIncrease(subscription: "100", agrees: true)])
        }
    }

    @Test func wishesToBuyWaitForTheFirstListenerAndComeOnce() async throws {
        try await withStore { store in
            store.choose(.consumable("gems"))
            _ = await Transaction.all.collected()
            var intents = PurchaseIntent.intents.makeAsyncIterator()
            let first = await intents.next()
            #expect(first?.id == "gems")
            #expect(first?.product.displayPrice == "$0.99")
            #expect(first?.offer == nil)
            await store.untilWaiting()
            var second = PurchaseIntent.intents.makeAsyncIterator()
            store.choose(.consumable("crown"))
            #expect(await intents.next()?.id == "crown")
            #expect(await second.next()?.id == "crown")
        }
    }

    @Test func aWishCarriesTheOfferOfTheProduct() async throws {
        try await withStore { store in
            var product = ProductRecord.monthly
            product.subscription?.winBackOffers = [
                OfferRecord(id: "return", paymentMode: "FREE_TRIAL", price: 0, period: "P1M", periodCount: 1)
            ]
            store.choose(product, offerID: "return")
            var intents = PurchaseIntent.intents.makeAsyncIterator()
            let intent = await intents.next()
            #expect(intent?.offer?.id == "return")
            #expect(intent?.offer?.type == .winBack)
            #expect(await Transaction.all.collected().isEmpty)
        }
    }

    @Test func cancellingEndsBothSequences() async throws {
        try await withStore { _ in
            let messages = Message.messages
            let intents = PurchaseIntent.intents
            let listeners = [
                Task { for await _ in messages {} }, Task { for await _ in intents {} },
            ]
            for listener in listeners {
                listener.cancel()
                await listener.value
            }
            #expect(StoreCenter.current.state.withLock { $0.audience.isEmpty })
        }
    }
}
