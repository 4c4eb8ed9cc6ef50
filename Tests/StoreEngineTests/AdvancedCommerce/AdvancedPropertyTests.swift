// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

/// Random histories of purchases of the Advanced Commerce API.
@Suite struct AdvancedPropertyTests {
    private static let skus = ["NEWS", "SPORTS", "CHESS", "GAMES"]

    private static func play(seed: UInt64, splittingTime: Bool = false) throws -> Shop {
        var random = SeededGenerator(seed: seed)
        var shop = try Shop(configuration: Shop.commerce, seed: seed)
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let sku = skus.randomElement(using: &random) ?? "NEWS"
            let price = Int64.random(in: 1...20_000, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                _ = try? shop.create([Shop.item(sku, price), Shop.item("BASE", 990)])
            case 2, 3, 4:
                let time = shop.engine.now + Int64.random(in: 1...60 * Shop.day, using: &random)
                if splittingTime { shop.advance(to: shop.engine.now + (time - shop.engine.now) / 3) }
                shop.advance(to: time)
            case 5:
                _ = try? shop.modify(sku, price, retains: Bool.random(using: &random))
            case 6:
                _ = try? shop.changePrice(sku, to: price)
            case 7:
                let type: AdvancedCommerceRefundType = Bool.random(using: &random) ? .full : .prorated
                _ = try? shop.refund(sku, type, asks: Bool.random(using: &random))
            case 8:
                _ = try? shop.rename(sku)
            default:
                guard let bundle = try? shop.bundle else {
                    _ = try? shop.buy("monthly")
                    _ = try? shop.migrate()
                    continue
                }
                let commands: [Command] = [
                    .setAutoRenew(subscription: bundle.index, Bool.random(using: &random)),
                    .priceIncrease(.agree(subscription: bundle.index)),
                    .priceIncrease(.decline(subscription: bundle.index)), .expire(subscription: bundle.index),
                    .refund(transaction: bundle.latest, reason: .refundedDueToIssue),
                    .refundDesk(.decline(transaction: bundle.latest)),
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

    @Test("Whatever a server and a customer do, facts and money stay in order", arguments: slices)
    func histories(seeds: Range<UInt64>) async throws {
        for seed in seeds {
            await Task.yield()
            let shop = try Self.play(seed: seed)
            shop.checkNotifications(seed: seed)
            for record in shop.engine.transactions {
                let back = shop.engine.money.paidBack(for: record.index)
                #expect((0...record.price).contains(back), "nobody gets back more than was paid, seed \(seed)")
                guard let content = record.advancedCommerce else { continue }
                let charged = content.items.reduce(0) { $0 + $1.charged }
                #expect(charged == record.price, "the items are the price, seed \(seed)")
                #expect(content.items.allSatisfy { $0.refundable >= 0 }, "seed \(seed)")
            }
            let periods = shop.engine.transactions.filter { $0.subscription != nil }
            let standing = periods.filter { $0.revocation == nil && !$0.isUpgraded }
            for (earlier, later) in zip(standing, standing.dropFirst()) where earlier.product == later.product {
                let isInOrder = earlier.expiresDate.map { $0 <= later.purchaseDate } ?? false
                #expect(isInOrder, "paid periods do not overlap, seed \(seed)")
            }
            let isSameInSteps = try Self.play(seed: seed, splittingTime: true).effects == shop.effects
            #expect(isSameInSteps, "seed \(seed)")
            var engine = try shop.journal.replay(configuration: Shop.commerce)
            engine.advance(to: shop.engine.now) { _ in }
            let isSameState = engine == shop.engine
            #expect(isSameState, "seed \(seed)")
        }
    }
}

extension Shop {
    /// Replaces one item by another, or adds it.
    fileprivate mutating func modify(_ sku: String, _ price: Int64, retains: Bool) throws {
        var request = try AdvancedCommerceSubscriptionModifyInAppRequest(
            requestInfo: nextReference(), transactionId: engine.identifier(of: bundle.latest),
            retainBillingCycle: retains, currency: "USD")
        request.addItems = [
            try AdvancedCommerceSubscriptionModifyAddItem(
                sku: sku, description: sku, displayName: sku, price: price)
        ]
        try order(.modifySubscription(request))
    }
}
