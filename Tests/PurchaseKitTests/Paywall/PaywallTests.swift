// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PurchaseKit
import StoreKit
import StoreKitTest
import Testing

@MainActor @Suite(.isolatedStore, .timeLimit(.minutes(1))) struct PaywallTests {
    let session: SKTestSession
    let app: TestApp

    init() throws {
        session = try Shop.open()
        app = TestApp(session)
    }

    func paywall(_ language: Language = .english) async -> Paywall {
        let service = await app.service()
        await service.refresh()
        return Paywall(
            service.snapshot, offers: await OfferManager().offers(for: service.products), language: language)
    }

    @Test("Plans come first, the highest level before others, then passes, what is kept, and what is used up")
    func order() async throws {
        let paywall = await paywall()
        #expect(
            paywall.rows.map(\.id) == [
                Shop.family, Shop.monthly, Shop.yearly, Shop.season, Shop.workshop, Shop.coins,
                "com.example.shop.coins.1000",
            ])
        #expect(paywall.restoreTitle == "Restore Purchases")
        #expect(paywall.renewalTerms != nil)
    }

    @Test("A newcomer sees prices, the trial, and what a year saves")
    func newcomer() async throws {
        let rows = await paywall().rows
        let monthly = rows[1]
        #expect(monthly.price == "$9.99 a month")
        #expect(monthly.offerText == "1 week free, then $9.99 a month")
        #expect(monthly.buttonTitle == "Try for free")
        #expect(monthly.monthlyPrice == nil)
        #expect(monthly.saving == nil)
        let yearly = rows[2]
        #expect(yearly.price == "$79.99 a year")
        #expect(yearly.monthlyPrice == "$6.67 a month")
        #expect(yearly.saving == 33)
        #expect(yearly.badge == .bestValue)
        #expect(yearly.offer == nil)
        #expect(yearly.buttonTitle == "Subscribe")
        #expect(rows[5].action == .buy)
    }

    @Test("A subscriber sees what they have, what is more, and what comes later")
    func subscriber() async throws {
        try await app.bought(Shop.monthly)
        try await app.bought(Shop.workshop)
        let rows = await paywall().rows
        #expect(rows.map(\.action) == [.upgrade, .none, .changeLater, .buy, .none, .buy, .buy])
        #expect(rows[1].badge == .owned)
        #expect(rows[1].offer == nil)
        #expect(rows[1].buttonTitle == nil)
        #expect(rows[4].badge == .owned)
        try await app.buy(Shop.yearly)
        let later = await paywall(.italian).rows
        #expect(later[2].action == .none)
        guard case .next(let date?) = later[2].badge else {
            Issue.record("\(String(describing: later[2].badge))")
            return
        }
        #expect(date > session.now)
        #expect(later[2].badgeText?.hasPrefix("Il tuo piano dal ") == true)
        // The way back is open.
        #expect(later[1].action == .changeLater)
    }

    @Test("A purchase that waits cannot be made again from the paywall")
    func waiting() async throws {
        session.askToBuyEnabled = true
        try await app.buy(Shop.workshop)
        let row = await paywall(.spanish).rows[4]
        #expect(row.action == .none)
        #expect(row.badgeText == "Pendiente de aprobación")
    }

    @Test("Texts are in the language that was asked for", arguments: Language.allCases)
    func languages(language: Language) async throws {
        let paywall = await paywall(language)
        let titles = paywall.rows.compactMap(\.buttonTitle)
        #expect(titles.count == paywall.rows.count)
        #expect((paywall.restoreTitle == "Restore Purchases") == (language == .english))
    }
}
