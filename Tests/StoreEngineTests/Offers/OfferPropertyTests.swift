// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

/// Random histories of offers, codes and billing plans.
@Suite struct OfferPropertyTests {
    private static let products = ["gold", "silver", "bronze", "basic", "annual", "coins", "lifetime"]

    private static func offer(using random: inout SeededGenerator) -> OfferRequest? {
        let mode = ["free", "asYouGo", "upFront"].randomElement(using: &random) ?? "free"
        let requests: [OfferRequest?] = [
            nil, .promotional(id: "promotional.\(mode)", proof: .valid),
            .promotional(id: "promotional.\(mode)", proof: .invalid(.wrongSignature)), .winBack(id: "winBack.\(mode)"),
            .code("code.\(mode)"), .code("stackable"), .code("nothing"),
        ]
        return requests.randomElement(using: &random) ?? nil
    }

    private static func play(seed: UInt64, splittingTime: Bool = false) throws -> Shop {
        var random = SeededGenerator(seed: seed)
        var settings = StoreSettings()
        settings.gracePeriodDays = Bool.random(using: &random) ? 16 : nil
        var shop = try Shop(configuration: Shop.offers, settings: settings, seed: seed)
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            switch Int.random(in: 0..<9, using: &random) {
            case 0..<4:
                let product = products.randomElement(using: &random) ?? "gold"
                let plan: BillingPlanType? = product == "annual" && Bool.random(using: &random) ? .monthly : nil
                _ = try? shop.buy(product, offer(using: &random), plan: plan)
            case 4, 5:
                let time = shop.engine.now + Int64.random(in: 1...90 * Shop.day, using: &random)
                if splittingTime { shop.advance(to: shop.engine.now + (time - shop.engine.now) / 3) }
                shop.advance(to: time)
            case 6:
                settings.billingRetryOnRenewal.toggle()
                try shop.perform(.configure(settings))
            default:
                guard let subscription = try? shop.subscription else { continue }
                let commands: [Command] = [
                    .setAutoRenew(subscription: subscription.index, false),
                    .setAutoRenew(subscription: subscription.index, true), .renew(subscription: subscription.index),
                    .expire(subscription: subscription.index), .resolveBillingIssue(subscription: subscription.index),
                    .refund(transaction: subscription.latest, reason: .refundedDueToIssue),
                ]
                if let command = commands.randomElement(using: &random) { _ = try? shop.perform(command) }
            }
        }
        return shop
    }

    /// Fewer than elsewhere, because each is played three times.
    private static let slices = HistoryPropertyTests.slices.map { slice in
        slice.lowerBound..<(slice.lowerBound + UInt64(slice.count + 7) / 8)
    }

    @Test("Whatever is redeemed, periods, prices and facts stay in order", arguments: slices)
    func histories(seeds: Range<UInt64>) async throws {
        for seed in seeds {
            await Task.yield()
            let shop = try Self.play(seed: seed)
            shop.checkNotifications(seed: seed)
            let periods = shop.engine.transactions.filter { $0.subscription != nil }
            let standing = periods.filter { $0.revocation == nil && !$0.isUpgraded }
            for (earlier, later) in zip(standing, standing.dropFirst()) {
                let isInOrder = earlier.expiresDate.map { $0 <= later.purchaseDate } ?? false
                #expect(isInOrder, "paid periods do not overlap, seed \(seed)")
            }
            let introductory = periods.filter { $0.offer?.type == .introductoryOffer && $0.reason == .purchase }
            #expect(introductory.count <= 1, "one introductory offer a group, seed \(seed)")
            let free = shop.engine.transactions.filter { $0.price == 0 }
            #expect(free.allSatisfy { $0.offer != nil }, "nothing is free without an offer, seed \(seed)")
            let isSameInSteps = try Self.play(seed: seed, splittingTime: true).effects == shop.effects
            #expect(isSameInSteps, "seed \(seed)")
            var engine = try shop.journal.replay(configuration: Shop.offers)
            engine.advance(to: shop.engine.now) { _ in }
            let isSameState = engine == shop.engine
            #expect(isSameState, "seed \(seed)")
        }
    }
}
