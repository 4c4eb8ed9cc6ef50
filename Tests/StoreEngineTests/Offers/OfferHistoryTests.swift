// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import Testing

/// Random histories of one customer with offers of every kind; `OPENSTOREKIT_HISTORIES` asks for more of them.
@Suite struct OfferHistoryTests {
    private static let month: Int64 = 30 * 86_400_000

    private static func offer(for product: String, using random: inout SeededGenerator) -> OfferRequest? {
        let mode = ["free", "asYouGo", "upFront"].randomElement(using: &random) ?? ""
        let proof: OfferProof = Int.random(in: 0..<8, using: &random) == 0 ? .invalid(.expired) : .valid
        return [
            nil, .promotional(id: "promotional.\(mode)", proof: proof), .code("code.\(mode)"), .code("stackable"),
            .winBack(id: "winBack.\(mode)"), .code("ONCE\(Int.random(in: 0..<20, using: &random))"),
        ].randomElement(using: &random) ?? nil
    }

    private static func buySomething(in shop: inout Shop, using random: inout SeededGenerator) {
        let product = ["gold", "silver", "bronze", "annual", "basic"].randomElement(using: &random) ?? "gold"
        let override =
            [nil, nil, IntroductoryOverride(isAllowed: true), IntroductoryOverride(isAllowed: false)]
            .randomElement(using: &random) ?? nil
        let plan = [nil, BillingPlanType.monthly].randomElement(using: &random) ?? nil
        _ = try? shop.buy(
            product, offer(for: product, using: &random), override: override, plan: product == "annual" ? plan : nil)
    }

    /// Lets a period end, and checks that what was foretold about the next one comes true.
    private static func renewAsForetold(_ shop: inout Shop, _ seed: UInt64) throws {
        guard let subscription = try? shop.subscription, case .active(let until) = subscription.state else { return }
        let foretold = shop.engine.renewal(of: subscription)
        #expect(foretold.renewalDate == until, "seed \(seed)")
        shop.advance(to: until)
        let latest = try shop.latest
        if case .expired = try shop.subscription.state {
            #expect(foretold.price == nil, "seed \(seed)")
        } else if try shop.subscription.state.status == .active {
            #expect(foretold.price == latest.price, "seed \(seed)")
            #expect(foretold.offer == latest.offer, "seed \(seed)")
            #expect(foretold.product == latest.product, "seed \(seed)")
            #expect(latest.purchaseDate == until, "seed \(seed)")
        }
    }

    private static func play(seed: UInt64, splittingTime: Bool = false) throws -> Shop {
        var random = SeededGenerator(seed: seed)
        var settings = StoreSettings()
        settings.gracePeriodDays = [nil, 16].randomElement(using: &random) ?? nil
        var shop = try Shop.withOffers(settings: settings, storefront: "ITA")
        var batch = OfferCodeBatch(
            referenceName: "Once", productID: "silver",
            terms: .subscription(.freeTrial, price: 0, period: Shop.period("P2M"), periodCount: 1),
            codes: .oneTime((0..<20).map { "ONCE\($0)" }))
        batch.isStackable = true
        batch.renewsAfterwards = false
        try shop.perform(.createOfferCodes(batch))
        let rules = WinBackRules(minimumPaidMonths: 1, lapsedMonths: 1...3, monthsBetweenOffers: 2)
        try shop.perform(.setWinBackRules(productID: "gold", offerID: "winBack.free", rules))
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                buySomething(in: &shop, using: &random)
            case 5, 6:
                try renewAsForetold(&shop, seed)
            case 7:
                let time = shop.engine.now + Int64.random(in: 1...4 * month, using: &random)
                if splittingTime { shop.advance(to: shop.engine.now + (time - shop.engine.now) / 3) }
                shop.advance(to: time)
            case 8:
                settings.billingRetryOnRenewal.toggle()
                try shop.perform(.configure(settings))
            default:
                guard let index = try? shop.subscription.index else { continue }
                let commands: [Command] = [
                    .setAutoRenew(subscription: index, false), .expire(subscription: index),
                    .resolveBillingIssue(subscription: index), .renew(subscription: index),
                    .refund(transaction: try shop.latest.index, reason: .refundedForOtherReason),
                ]
                if let command = commands.randomElement(using: &random) { _ = try? shop.perform(command) }
            }
        }
        return shop
    }

    @Test("Whatever offers are redeemed, the renewal comes as it was foretold and periods do not overlap")
    func invariants() throws {
        for seed in 0..<UInt64(HistoryPropertyTests.count / 20) {
            let shop = try Self.play(seed: seed)
            let periods = Array(shop.engine.transactions)
            let standing = periods.filter { $0.revocation == nil && !$0.isUpgraded }
            for (earlier, later) in zip(standing, standing.dropFirst()) {
                #expect(try #require(earlier.expiresDate) <= later.purchaseDate, "seed \(seed)")
            }
            for period in periods {
                let isFree = period.offer?.discountType == .freeTrial
                #expect((period.price == 0) == isFree, "seed \(seed)")
                let isMonthly = period.commitment != nil
                #expect(!isMonthly || shop.engine.catalogue[period.product].product.id == "annual", "seed \(seed)")
            }
            let codes = periods.filter { $0.offer?.id == "Once" }
            #expect(codes.count <= 1, "a customer gets an offer once, seed \(seed)")
            for case .notification(let record) in shop.effects where record.type == .offerRedeemed {
                #expect(record.renewal?.subscription.state.isEntitled == true, "seed \(seed)")
            }
            for case .renewal(let record) in shop.effects where record.subscription.state.deadline != nil {
                #expect(record.eligibleWinBackOfferIDs.isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("Time moved in several steps gives the same facts, and so does the journal replayed")
    func deterministic() throws {
        for seed in 0..<UInt64(HistoryPropertyTests.count / 40) {
            let shop = try Self.play(seed: seed)
            // Compared outside of the expectation, which would print both.
            let isSameInSteps = try Self.play(seed: seed, splittingTime: true).effects == shop.effects
            #expect(isSameInSteps, "seed \(seed)")
            var engine = try shop.journal.replay(configuration: Shop.offers)
            engine.advance(to: shop.engine.now) { _ in }
            let isSameState = engine == shop.engine
            #expect(isSameState, "seed \(seed)")
        }
    }

    @Test("Commands with offers are the same after being written down and read")
    func journal() throws {
        var batch = OfferCodeBatch(
            referenceName: "Spring", productID: "silver",
            terms: .subscription(.payAsYouGo, price: 3000, period: Shop.period("P2W"), periodCount: 3),
            codes: .custom("SPRING", limit: 7))
        batch.expires = Shop.opening
        batch.eligibility = [.expired]
        let account = try Shop.withOffers().customer
        let commands: [Command] = [
            .createOfferCodes(batch),
            .setWinBackRules(productID: "gold", offerID: "winBack.free", WinBackRules(monthsBetweenOffers: 3)),
            .setWinBackRules(productID: "gold", offerID: "winBack.free", nil),
            .purchase(
                .init(
                    account: account, productID: "gold",
                    offer: .promotional(id: "promotional.free", proof: .invalid(.wrongToken)),
                    introductoryOverride: .init(isAllowed: true), billingPlan: .monthly)),
            .purchase(.init(account: account, productID: "gold", offer: .code("A"))),
        ]
        let written = try JSONEncoder().encode(commands)
        #expect(try JSONDecoder().decode([Command].self, from: written) == commands)
    }
}
