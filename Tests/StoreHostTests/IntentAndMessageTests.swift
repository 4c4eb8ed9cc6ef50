// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost
import StoreLink
import Testing

@Suite struct IntentAndMessageTests {
    @Test("What a customer chooses in the App Store is told until it has arrived, also when an answer is lost")
    func intents() async throws {
        let shop = try await OfferShop()
        let start = try await shop.changes()
        try shop.host.perform(
            .chooseInAppStore(.init(account: shop.account, productID: "coins"), isStreamlined: false))
        let lost = try await shop.changes(after: start.cursor)
        #expect(lost.intents?.map(\.product.id) == ["coins"])
        let again = try await shop.changes(after: start.cursor)
        #expect(again.intents == lost.intents)
        #expect(try await shop.changes(after: again.cursor).intents == nil)
        #expect(try await shop.changes().intents == nil, "an app that is launched again does not hear of it again")
    }

    @Test("A chosen win-back offer comes with the intent")
    func winBackIntent() async throws {
        let shop = try await OfferShop()
        try await shop.lapse()
        let start = try await shop.changes()
        try shop.host.perform(
            .chooseInAppStore(
                .init(account: shop.account, productID: "monthly", offer: .winBack(id: "return")),
                isStreamlined: false))
        #expect(try await shop.changes(after: start.cursor).intents?.map(\.offerID) == ["return"])
    }

    @Test("An intent wakes who waits for changes")
    func wakes() async throws {
        let shop = try await OfferShop()
        let start = try await shop.changes()
        async let waiting: Void = shop.host.waitForChange(ChangesRequest(device: shop.device, after: start.cursor))
        try shop.host.perform(
            .chooseInAppStore(.init(account: shop.account, productID: "coins"), isStreamlined: false))
        try await waiting
    }

    @Test("A question about a price is a message until it is answered")
    func priceMessage() async throws {
        let shop = try await OfferShop()
        _ = try await shop.buy("monthly")
        let start = try await shop.changes()
        #expect(start.messages == [])
        let held = try await shop.held()
        let index = try #require(shop.host.read { $0.subscriptions.first?.index })
        try shop.host.perform(.priceIncrease(.request(subscription: index, price: 14_990)))
        let asked = try await shop.changes(after: start.cursor)
        #expect(asked.messages?.map(\.reason) == [.priceIncreaseConsent])
        #expect(asked.messages?.map(\.originalTransactionID) == [held.originalTransactionID])
        #expect(try await shop.changes(after: asked.cursor).messages == nil)
        _ = try await shop.act(.answerPriceIncrease(subscription: held.originalTransactionID, agrees: true))
        #expect(try await shop.changes(after: asked.cursor).messages == [])
    }

    @Test("A failed charge is a message until it is paid, and an offer to come back one from the lapse on")
    func billingAndWinBack() async throws {
        let shop = try await OfferShop()
        _ = try await shop.buy("premium")
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        try shop.host.perform(.configure(settings))
        shop.host.advance(by: 32 * 86_400_000)
        #expect(try await shop.changes().messages?.map(\.reason) == [.billingIssue])
        let original = try await shop.held().originalTransactionID
        try shop.host.perform(.configure(StoreSettings()))
        _ = try await shop.act(.resolveBillingIssue(subscription: original))
        #expect(try await shop.changes().messages == [])
        let left = try await OfferShop()
        try await left.lapse()
        #expect(try await left.changes().messages?.map(\.reason) == [.winBackOffer])
        _ = try await left.buy("monthly") { $0.offer = .winBack(id: "return") }
        #expect(try await left.changes().messages == [])
    }

    @Test("A device arranges the promotions of its own App Store")
    func promotions() async throws {
        let shop = try await OfferShop()
        let arranged = try await shop.host.promotions(
            PromotionsRequest(
                device: shop.device, order: ["premium", "nothing", "premium"], visibilities: ["coins": .hidden]))
        #expect(arranged.promotions.map(\.productID) == ["premium", "coins", "monthly"])
        #expect(arranged.promotions.map(\.visibility) == [.standard, .hidden, .standard])
        let other = UUID()
        _ = try await shop.host.connect(ConnectRequest(device: other))
        let untouched = try await shop.host.promotions(PromotionsRequest(device: other))
        #expect(untouched.promotions.map(\.productID) == ["coins", "monthly", "premium"])
    }

    @Test("Introductory offers are for who had none, by the store's own knowledge")
    func eligibility() async throws {
        let shop = try await OfferShop()
        let request = EligibilityRequest(device: shop.device, groupIDs: ["plus", "other"])
        #expect(try await shop.host.eligibility(request).eligibleGroupIDs == ["plus", "other"])
        _ = try await shop.buy("monthly")
        #expect(try await shop.host.eligibility(request).eligibleGroupIDs == ["other"])
    }

    @Test("A fact is signed once for a device, anew when it changes, and anew for another device")
    func signedOnce() async throws {
        let shop = try await OfferShop()
        guard case .purchased(let bought) = try await shop.host.purchase(shop.request("monthly")) else {
            Issue.record("not bought")
            return
        }
        let first = try await shop.changes()
        #expect(first.transactions.map(\.jws) == [bought.jws])
        #expect(try await shop.changes().renewalInfos.map(\.jws) == first.renewalInfos.map(\.jws))
        let payload: JWSTransactionDecodedPayload = try OfferShop.payload(bought.jws)
        let id = try #require(payload.transactionId)
        try await shop.host.finish(FinishRequest(device: shop.device, transactionID: id))
        let finished = try await shop.changes(after: first.cursor)
        #expect(finished.transactions.map(\.jws) == [bought.jws])
        #expect(finished.transactions.map(\.isFinished) == [true])
        let other = UUID()
        _ = try await shop.host.connect(ConnectRequest(device: other))
        let elsewhere = try await shop.host.changes(ChangesRequest(device: other))
        #expect(elsewhere.transactions.map(\.jws) != [bought.jws])
        _ = try await shop.act(.cancel(subscription: id))
        #expect(try await shop.changes().renewalInfos.map(\.jws) != first.renewalInfos.map(\.jws))
    }
}
