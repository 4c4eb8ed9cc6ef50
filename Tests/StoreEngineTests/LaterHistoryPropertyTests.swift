// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreEngine
import Testing

/// Random histories of prices, refunds and extensions.
@Suite struct LaterHistoryPropertyTests {
    private static let products = ["coins", "lifetime", "pro", "monthly", "other", "yearly", "weekly", "trial.asYouGo"]

    private static func play(seed: UInt64, splittingTime: Bool = false) throws -> Shop {
        var random = SeededGenerator(seed: seed)
        var settings = StoreSettings()
        settings.gracePeriodDays = [nil, 3, 16, 28].randomElement(using: &random) ?? nil
        var shop = try Shop(settings: settings, seed: seed)
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            let product = products.randomElement(using: &random) ?? "coins"
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                _ = try? shop.buy(product)
            case 4, 5:
                let time = shop.engine.now + Int64.random(in: 1...40 * Shop.day, using: &random)
                if splittingTime { shop.advance(to: shop.engine.now + (time - shop.engine.now) / 3) }
                shop.advance(to: time)
            case 6:
                let subscribers: [SaleCommand.Subscribers] = [
                    .keepPrice, .follow(.byRule), .follow(.needed), .follow(.notNeeded),
                ]
                try shop.setPrice(
                    of: product, to: 10 * Int64.random(in: 0...5000, using: &random), in: ["USA"],
                    subscribers.randomElement(using: &random) ?? .keepPrice)
            case 7:
                let commands: [SaleCommand] = [.withdraw(productID: product), .offerAgain(productID: product)]
                if let command = commands.randomElement(using: &random) { try shop.perform(.sale(command)) }
            case 8, 9:
                guard let record = shop.engine.transactions.randomElement(using: &random) else { continue }
                let commands: [Command] = [
                    .refund(transaction: record.index, reason: .refundedForOtherReason),
                    .refundDesk(.request(transaction: record.index, reason: .other, inApp: true)),
                    .refundDesk(.decline(transaction: record.index)),
                    .refundDesk(.reverse(transaction: record.index)),
                    .refundDesk(
                        .grantProrated(transaction: record.index, reason: .refundedDueToIssue, percentage: nil)),
                ]
                if let command = commands.randomElement(using: &random) { _ = try? shop.perform(command) }
            case 10:
                _ = try? shop.extend(
                    Int.random(in: 1...90, using: &random), request: "\(Int.random(in: 0...9, using: &random))")
            default:
                guard let subscription = try? shop.subscription else { continue }
                let commands: [Command] = [
                    .priceIncrease(.agree(subscription: subscription.index)),
                    .priceIncrease(.decline(subscription: subscription.index)),
                    .setAutoRenew(subscription: subscription.index, true), .renew(subscription: subscription.index),
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

    @Test("Whatever happens, money, periods and time stay in order", arguments: slices)
    func histories(seeds: Range<UInt64>) async throws {
        for seed in seeds {
            await Task.yield()
            let shop = try Self.play(seed: seed)
            shop.checkNotifications(seed: seed)
            try checkTime(of: shop, seed)
            checkMoney(in: shop.engine, seed)
            for subscription in shop.engine.subscriptions { try checkPeriods(of: subscription, in: shop.engine, seed) }
        }
    }

    /// Time moved in several steps, and the journal, give the same facts.
    private func checkTime(of shop: Shop, _ seed: UInt64) throws {
        // Compared outside of the expectation, which would print both.
        let isSameInSteps = try Self.play(seed: seed, splittingTime: true).effects == shop.effects
        #expect(isSameInSteps, "seed \(seed)")
        var replayed = try shop.journal.replay(configuration: Shop.configuration)
        replayed.advance(to: shop.engine.now) { _ in }
        let isSameState = replayed == shop.engine
        #expect(isSameState, "seed \(seed)")
    }

    /// Nobody gets back more than was paid, and what refunds pay is what the transactions say.
    private func checkMoney(in engine: Engine, _ seed: UInt64) {
        let entries = Dictionary(grouping: engine.money.entries, by: \.transaction)
        for record in engine.transactions {
            let entries = entries[record.index] ?? []
            let balance = entries.reduce(0) { $0 + $1.amount }
            #expect(balance == engine.money.paidBack(for: record.index), "seed \(seed)")
            #expect((0...record.price).contains(balance), "seed \(seed)")
            let upgrades = entries.filter { $0.cause == .upgrade }.reduce(0) { $0 + $1.amount }
            let stated = record.price * Int64(record.revocation?.percentage ?? 0) / 100_000
            #expect(balance - upgrades == min(stated, record.price - upgrades), "seed \(seed)")
        }
    }

    /// Periods of a group do not overlap, and the end of the present one is what all say.
    private func checkPeriods(of subscription: Subscription, in engine: Engine, _ seed: UInt64) throws {
        let standing = engine.transactions.filter {
            $0.subscription == subscription.index && $0.revocation == nil && !$0.isUpgraded
        }
        for (earlier, later) in zip(standing, standing.dropFirst()) {
            #expect(try #require(earlier.expiresDate) <= later.purchaseDate, "seed \(seed)")
        }
        let latest = engine[subscription.latest]
        if case .active(let until) = subscription.state {
            #expect(latest.expiresDate == until, "seed \(seed)")
        }
        let isRevoked = if case .revoked = subscription.state { true } else { false }
        #expect(isRevoked == (latest.revocation != nil), "seed \(seed)")
        #expect(engine.renewal(of: subscription).priceIncrease == nil || subscription.autoRenews, "seed \(seed)")
    }
}
