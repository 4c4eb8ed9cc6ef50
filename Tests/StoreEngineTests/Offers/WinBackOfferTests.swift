// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

@Suite struct WinBackOfferTests {
    /// The moment at which ``lapsed()`` has run out, 2026-02-28T10:00:00Z.
    private static let lapse = instant("2026-02-28T10:00:00Z")

    /// A customer who paid for a month and left.
    private func lapsed(_ productID: String = "gold") throws -> Shop {
        var shop = try Shop.withOffers()
        try shop.buyAndLapse(productID)
        return shop
    }

    @Test("A lapsed customer may have the offers of the product lapsed from, best first, from the first moment")
    func eligible() throws {
        let shop = try lapsed()
        // Two months at 3000 save 34000, three months for 12000 save 48000, a free month saves 20000.
        #expect(
            try shop.renewalPayload.eligibleWinBackOfferIds == ["winBack.upFront", "winBack.asYouGo", "winBack.free"])
    }

    @Test("The notification of the lapse names them")
    func announced() throws {
        var shop = try Shop.withOffers()
        try shop.buy("gold")
        try shop.perform(.expire(subscription: try shop.subscription.index))
        guard case .notification(let record)? = shop.effects.last else {
            Issue.record("\(shop.notifications)")
            return
        }
        #expect(record.type == .expired)
        #expect(record.renewal?.eligibleWinBackOfferIDs.count == 3)
    }

    @Test(
        "Redeemed, an offer sets the price at once, and nobody is eligible any more",
        arguments: [
            ("winBack.free", [20_000, 0, 20_000]), ("winBack.asYouGo", [20_000, 3000, 3000, 20_000]),
            ("winBack.upFront", [20_000, 12_000, 20_000]),
        ] as [(String, [Int64])])
    func redeemed(id: String, prices: [Int64]) throws {
        var shop = try lapsed()
        try shop.buy("gold", .winBack(id: id))
        #expect(shop.notifications == ["SUBSCRIBED/RESUBSCRIBE"])
        #expect(try shop.transactionPayload.offerType == .winBackOffer)
        #expect(try shop.transactionPayload.offerIdentifier == id)
        #expect(try shop.renewalPayload.eligibleWinBackOfferIds == nil)
        shop.advance(to: "2026-06-01T00:00:00Z")
        #expect(Array(shop.prices.prefix(prices.count)) == prices)
    }

    @Test("Who never subscribed, who is subscribed, and who lapsed from another product, gets none")
    func ineligible() throws {
        var shop = try Shop.withOffers()
        shop.expectRefusal(.ineligibleForOffer, "gold", .winBack(id: "winBack.free"))
        try shop.buy("gold")
        shop.expectRefusal(.ineligibleForOffer, "gold", .winBack(id: "winBack.free"))
        try shop.perform(.expire(subscription: try shop.subscription.index))
        shop.expectRefusal(.ineligibleForOffer, "basic", .winBack(id: "winBack.free"))
        shop.expectRefusal(.invalidOfferIdentifier, "gold", .winBack(id: "nothing"))
        try shop.buy("gold", .winBack(id: "winBack.free"))
    }

    @Test("In grace, in billing retry and after a refund there are none", arguments: [nil, 16])
    func billingTrouble(graceDays: Int?) throws {
        var settings = StoreSettings()
        settings.billingRetryOnRenewal = true
        settings.gracePeriodDays = graceDays
        var shop = try Shop.withOffers(settings: settings)
        try shop.buy("gold")
        shop.advance(to: "2026-03-01T00:00:00Z")
        #expect(try shop.subscription.state.status == (graceDays == nil ? .billingRetry : .billingGracePeriod))
        #expect(try shop.renewalPayload.eligibleWinBackOfferIds == nil)
        shop.expectRefusal(.ineligibleForOffer, "gold", .winBack(id: "winBack.free"))
        try shop.perform(.refund(transaction: try shop.latest.index, reason: .refundedForOtherReason))
        #expect(try shop.renewalPayload.eligibleWinBackOfferIds == nil)
    }

    @Test("An offer switched off in the configuration is for nobody, until rules say for whom")
    func localSwitch() throws {
        var shop = try lapsed("bronze")
        try shop.buyAndLapse("silver")
        #expect(try shop.renewalPayload.eligibleWinBackOfferIds?.contains("off") == false)
        shop.expectRefusal(.ineligibleForOffer, "silver", .winBack(id: "off"))
        let rules = WinBackRules(lapsedMonths: 0...24)
        try shop.perform(.setWinBackRules(productID: "silver", offerID: "off", rules))
        #expect(try shop.renewalPayload.eligibleWinBackOfferIds?.first == "off")
        try shop.perform(.setWinBackRules(productID: "silver", offerID: "off", nil))
        #expect(try shop.renewalPayload.eligibleWinBackOfferIds?.contains("off") == false)
        #expect(shop.effects.count == 2, "each change is told")
    }

    private func isEligible(_ shop: Shop) throws -> Bool {
        try shop.renewalPayload.eligibleWinBackOfferIds?.contains("winBack.free") ?? false
    }

    @Test("The time since the lapse counts in whole months, and its passing is told")
    func lapsedMonths() throws {
        var shop = try lapsed()
        try shop.perform(
            .setWinBackRules(productID: "gold", offerID: "winBack.free", WinBackRules(lapsedMonths: 2...3)))
        _ = shop.takeEffects()
        let limits = [(instant("2026-04-28T10:00:00Z"), true), (instant("2026-06-28T10:00:00Z"), false)]
        for (moment, isInside) in limits {
            shop.advance(to: moment + -1)
            #expect(try isEligible(shop) != isInside)
            #expect(shop.effects.isEmpty)
            shop.advance(to: moment)
            #expect(try isEligible(shop) == isInside)
            guard case .renewal(let record)? = shop.takeEffects().first else {
                Issue.record("nothing was told at \(moment)")
                continue
            }
            #expect(record.eligibleWinBackOfferIDs.contains("winBack.free") == isInside)
        }
        var engine = shop.engine
        #expect(engine.nextDeadline() == nil)
    }

    @Test("At a faster rate the months of a lapse pass faster")
    func fasterRate() throws {
        var settings = StoreSettings()
        settings.timeRate = .monthlyRenewalEveryThirtySeconds
        var shop = try Shop.withOffers(settings: settings)
        try shop.perform(
            .setWinBackRules(productID: "gold", offerID: "winBack.free", WinBackRules(lapsedMonths: 1...24)))
        try shop.buyAndLapse("gold")
        #expect(try !isEligible(shop))
        shop.advance(to: shop.engine.now + 30_000)
        #expect(try isEligible(shop))
    }

    @Test("Months that were free or refunded are no paid months", arguments: [(2, true), (3, false)])
    func paidMonths(months: Int, isMet: Bool) throws {
        var shop = try Shop.withOffers()
        // A trial, two months that are paid, one that is refunded.
        try shop.buy("silver")
        shop.advance(to: "2026-02-08T00:00:00Z")
        try shop.perform(.refund(transaction: try shop.latest.index, reason: .refundedForOtherReason))
        try shop.buy("silver")
        shop.advance(to: "2026-03-09T00:00:00Z")
        try shop.perform(.expire(subscription: try shop.subscription.index))
        let rules = WinBackRules(minimumPaidMonths: months, lapsedMonths: 0...24)
        try shop.perform(.setWinBackRules(productID: "silver", offerID: "winBack.free", rules))
        #expect(shop.prices == [0, 10_000, 10_000, 10_000])
        #expect(try isEligible(shop) == isMet)
    }

    @Test("A wait between offers is counted from the last one redeemed")
    func wait() throws {
        var shop = try lapsed()
        let rules = WinBackRules(lapsedMonths: 0...24, monthsBetweenOffers: 2)
        try shop.perform(.setWinBackRules(productID: "gold", offerID: "winBack.free", rules))
        try shop.buy("gold", .winBack(id: "winBack.free"))
        try shop.perform(.expire(subscription: try shop.subscription.index))
        #expect(try !isEligible(shop))
        shop.expectRefusal(.ineligibleForOffer, "gold", .winBack(id: "winBack.free"))
        shop.advance(to: "2026-04-28T10:00:00Z")
        #expect(try isEligible(shop))
        try shop.buy("gold", .winBack(id: "winBack.free"))
    }

    @Test("Rules for what is no win-back offer are refused")
    func unknownRules() throws {
        var shop = try Shop.withOffers()
        for (product, offer) in [("coins", "winBack.free"), ("gold", "code.free"), ("nothing", "winBack.free")] {
            let refusal = #expect(throws: Refusal.self) {
                try shop.perform(.setWinBackRules(productID: product, offerID: offer, WinBackRules()))
            }
            #expect(refusal?.code == .invalidOfferIdentifier)
        }
    }

    @Test("Chosen in the App Store an offer is bought there when purchasing is streamlined, else left to the app")
    func chosenInAppStore() throws {
        var shop = try Shop.withOffers()
        try shop.buyAndLapse("gold")
        let purchase = Command.Purchase(
            account: shop.customer, device: UUID(), productID: "gold", offer: .winBack(id: "winBack.free"))
        try shop.perform(.chooseInAppStore(purchase, isStreamlined: false))
        let gold = try #require(shop.engine.catalogue.index(of: "gold"))
        let effects = shop.takeEffects()
        guard case .purchaseIntent(let intent)? = effects.first else {
            Issue.record("no intent")
            return
        }
        #expect(effects.count == 1)
        #expect(intent.account == shop.customer && intent.product == gold)
        #expect(intent.offer == .winBack(id: "winBack.free"))

        try shop.perform(.chooseInAppStore(purchase, isStreamlined: true))
        #expect(try shop.latest.offer?.type == .winBackOffer)
        guard case .transaction(_, .purchase(device: nil))? = shop.effects.first else {
            Issue.record("not bought outside the app")
            return
        }
        let refusal = #expect(throws: Refusal.self) {
            try shop.perform(.chooseInAppStore(purchase, isStreamlined: false))
        }
        #expect(refusal?.code == .ineligibleForOffer)
    }
}
