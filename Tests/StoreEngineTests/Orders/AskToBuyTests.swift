// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import Testing

@Suite struct AskToBuyTests {
    private static let device = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    private static func child() throws -> Shop {
        var shop = try Shop()
        try shop.perform(.setAskToBuy(account: shop.customer, true))
        return shop
    }

    private static func order(_ productID: String, in shop: inout Shop, device: UUID? = device) throws -> Outcome {
        try shop.perform(.purchase(.init(account: shop.customer, device: device, productID: productID)))
    }

    private static func ask(_ productID: String, in shop: inout Shop) throws -> PendingPurchaseID {
        guard case .pending(let id) = try order(productID, in: &shop) else { throw Refusal.unexpected }
        return id
    }

    @Test("A child's purchase waits, and nothing has happened yet")
    func pending() throws {
        var shop = try Self.child()
        let id = try Self.ask("monthly", in: &shop)
        #expect(shop.effects.isEmpty)
        #expect(shop.engine.transactions.isEmpty)
        let pending = try #require(shop.engine.pendingPurchases.first)
        #expect(pending.id == id)
        #expect(pending.reason == .askToBuy)
        #expect(pending.since == Shop.opening)
        let replayed = try shop.journal.replay(configuration: Shop.configuration)
        #expect(replayed.pendingPurchases == [pending])
        #expect(replayed == shop.engine)
    }

    @Test("Approval buys as of then, and every device hears of it")
    func approved() throws {
        var shop = try Self.child()
        let id = try Self.ask("monthly", in: &shop)
        shop.advance(to: "2026-02-03T00:00:00Z")
        try shop.perform(.moveAccount(account: shop.customer, storefront: "ITA"))
        _ = shop.takeEffects()
        let outcome = try shop.perform(.approvePurchase(id))
        guard case .purchased(let index) = outcome else { throw Refusal.unexpected }
        #expect(shop.engine[index].purchaseDate == instant("2026-02-03T00:00:00Z"))
        #expect(shop.engine[index].storefront.countryCode == "ITA")
        #expect(shop.engine.pendingPurchases.isEmpty)
        #expect(shop.notifications == ["SUBSCRIBED/INITIAL_BUY"])
        #expect(shop.effects.first == .transaction(shop.engine[index], .purchase(device: nil)))
        let refusal = #expect(throws: Refusal.self) { try shop.perform(.approvePurchase(id)) }
        #expect(refusal?.code == .unknownPendingPurchase)
    }

    @Test("A refusal by the parent announces nothing, and the child can ask again")
    func declined() throws {
        var shop = try Self.child()
        let id = try Self.ask("coins", in: &shop)
        try shop.perform(.declinePurchase(id))
        #expect(shop.effects.isEmpty)
        #expect(shop.engine.pendingPurchases.isEmpty)
        #expect(try Self.ask("coins", in: &shop) != id)
    }

    @Test("Asking twice for a product is asking once")
    func twice() throws {
        var shop = try Self.child()
        let id = try Self.ask("coins", in: &shop)
        #expect(try Self.ask("coins", in: &shop) == id)
        #expect(try Self.ask("lifetime", in: &shop) != id)
        #expect(shop.engine.pendingPurchases.count == 2)
    }

    @Test("What cannot be bought is refused at once, and what is held needs no approval")
    func noNeedToAsk() throws {
        var shop = try Shop()
        let lifetime = try shop.buy("lifetime")
        let monthly = try shop.buy("monthly")
        try shop.perform(.setAskToBuy(account: shop.customer, true))
        let refusal = #expect(throws: Refusal.self) { try Self.order("nothing", in: &shop) }
        #expect(refusal?.code == .productUnavailable)
        #expect(try Self.order("lifetime", in: &shop) == .purchased(lifetime.index))
        #expect(try Self.order("monthly", in: &shop) == .purchased(monthly.index))
        let upgrade = try Self.ask("pro", in: &shop)
        try shop.perform(.declinePurchase(upgrade))
        let downgrade = try Self.ask("weekly", in: &shop)
        try shop.perform(.approvePurchase(downgrade))
        #expect(try Self.order("weekly", in: &shop) == .purchased(monthly.index), "it is arranged already")
    }

    @Test("Approval of what the customer got otherwise is refused, and it goes on waiting until it is declined")
    func gotOtherwise() throws {
        var shop = try Self.child()
        let id = try Self.ask("lifetime", in: &shop)
        try shop.perform(.setAskToBuy(account: shop.customer, false))
        try shop.buy("lifetime")
        let refusal = #expect(throws: Refusal.self) { try shop.perform(.approvePurchase(id)) }
        #expect(refusal?.code == .invalidAction)
        #expect(shop.engine.pendingPurchases.map(\.id) == [id])
        try shop.perform(.declinePurchase(id))
        #expect(shop.engine.pendingPurchases.isEmpty)
    }

    @Test("Approval is at the price of then, and refused while the product is off sale")
    func saleMeanwhile() throws {
        var shop = try Self.child()
        let id = try Self.ask("coins", in: &shop)
        try shop.perform(.sale(.withdraw(productID: "coins")))
        let refusal = #expect(throws: Refusal.self) { try shop.perform(.approvePurchase(id)) }
        #expect(refusal?.code == .productUnavailable)
        #expect(shop.engine.pendingPurchases.map(\.id) == [id])
        try shop.perform(.sale(.offerAgain(productID: "coins")))
        try shop.perform(.sale(.setPrice(.init(productID: "coins", price: 1990))))
        guard case .purchased(let index) = try shop.perform(.approvePurchase(id)) else { throw Refusal.unexpected }
        #expect(shop.engine[index].price == 1990)
    }

    @Test("A child asks wherever it buys; the store's switch is for purchases in the app")
    func places() throws {
        var child = try Self.child()
        _ = try #require(try Self.order("coins", in: &child, device: nil).pendingID)
        var settings = StoreSettings()
        settings.askToBuy = true
        var shop = try Shop(settings: settings)
        #expect(try Self.order("coins", in: &shop, device: nil).pendingID == nil)
        #expect(try Self.order("coins", in: &shop).pendingID != nil)
    }

    @Test("A cleared history forgets what waits")
    func cleared() throws {
        var shop = try Self.child()
        _ = try Self.ask("coins", in: &shop)
        try shop.perform(.clearHistory(account: shop.customer))
        #expect(shop.engine.pendingPurchases.isEmpty)
    }

    @Test("What a child buys with approval is shared with the family")
    func sharedByChild() throws {
        var house = try Household()
        try house.perform(.setAskToBuy(account: house.member, true))
        let outcome = try house.perform(.purchase(.init(account: house.member, productID: "lifetime")))
        let id = try #require(outcome.pendingID)
        #expect(house.notifications(about: house.organiser).isEmpty)
        try house.perform(.approvePurchase(id))
        #expect(house.notifications(about: house.organiser) == ["ONE_TIME_CHARGE"])
    }
}

extension Outcome {
    /// The purchase that waits, if that is what came of it.
    var pendingID: PendingPurchaseID? {
        guard case .pending(let id) = self else { return nil }
        return id
    }
}
