// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

/// Random histories; `OPENSTOREKIT_HISTORIES` asks for another number of them.
@Suite struct HistoryPropertyTests {
    static let count = ProcessInfo.processInfo.environment["OPENSTOREKIT_HISTORIES"].flatMap(Int.init) ?? 20_000

    /// Plays a history of up to 60 steps; the same seed plays the same.
    private static func play(seed: UInt64, splittingTime: Bool = false) throws -> Shop {
        var random = SeededGenerator(seed: seed)
        var settings = StoreSettings()
        settings.gracePeriodDays = [nil, 3, 16, 28].randomElement(using: &random) ?? nil
        var shop = try Shop(settings: settings, seed: seed)
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let products = ["coins", "lifetime", "season", "pro", "monthly", "other", "yearly", "weekly"]
                _ = try? shop.buy(products.randomElement(using: &random) ?? "coins")
            case 4, 5:
                let time = shop.engine.now + Int64.random(in: 1...70 * 86_400_000, using: &random)
                let middle = shop.engine.now + (time - shop.engine.now) / 3
                if splittingTime { shop.advance(to: middle) }
                shop.advance(to: time)
            case 6:
                guard let subscription = try? shop.subscription else { continue }
                let commands: [Command] = [
                    .setAutoRenew(subscription: subscription.index, false),
                    .setAutoRenew(subscription: subscription.index, true), .expire(subscription: subscription.index),
                    .renew(subscription: subscription.index), .resolveBillingIssue(subscription: subscription.index),
                ]
                if let command = commands.randomElement(using: &random) { _ = try? shop.perform(command) }
            case 7:
                guard let record = shop.engine.transactions.randomElement(using: &random) else { continue }
                _ = try? shop.perform(.refund(transaction: record.index, reason: .refundedForOtherReason))
            case 8:
                settings.billingRetryOnRenewal.toggle()
                try shop.perform(.configure(settings))
            default:
                guard let record = shop.engine.transactions.randomElement(using: &random) else { continue }
                _ = try? shop.perform(.finish(account: shop.customer, transaction: record.index))
            }
        }
        return shop
    }

    /// The histories, in slices that run side by side; few of them, because other tests wait for the threads too.
    static let slices: [Range<UInt64>] = {
        let size = UInt64(max(1, (count + 1) / 2))
        return stride(from: 0, to: UInt64(count), by: Int(size)).map { $0..<min($0 + size, UInt64(count)) }
    }()

    @Test(
        "The ledger stays whole; time moved in several steps gives the same facts, and so does the journal",
        arguments: slices)
    func histories(seeds: Range<UInt64>) async throws {
        for seed in seeds {
            // Other tests wait for the few threads there are.
            await Task.yield()
            let shop = try Self.play(seed: seed)
            try checkLedger(of: shop, seed: seed)
            // Compared outside of the expectation, which would print both.
            let isSameInSteps = try Self.play(seed: seed, splittingTime: true).effects == shop.effects
            #expect(isSameInSteps, "seed \(seed)")
            var replayed: [Effect] = []
            var engine = try shop.journal.replay(configuration: Shop.configuration) { replayed.append($0) }
            engine.advance(to: shop.engine.now) { replayed.append($0) }
            let isSameState = engine == shop.engine
            #expect(isSameState, "seed \(seed)")
            let haveSameEffects = replayed == shop.effects
            #expect(haveSameEffects, "seed \(seed)")
        }
    }

    @Test("A journal survives being written and read")
    func codable() throws {
        for seed in 0..<50 as Range<UInt64> {
            let journal = try Self.play(seed: seed).journal
            let read = try JSONDecoder().decode(Journal.self, from: JSONEncoder().encode(journal))
            #expect(read == journal)
        }
    }

    private func checkLedger(of shop: Shop, seed: UInt64) throws {
        let engine = shop.engine
        #expect(engine[shop.customer].subscriptions.count <= 1, "one subscription a group, seed \(seed)")
        let periods = engine.transactions.filter { $0.subscription != nil }
        #expect(Set(periods.map(\.original)).count <= 1, "one original a group, seed \(seed)")
        #expect(Set(engine.transactions.map(\.index)).count == engine.transactions.count)
        let standing = periods.filter { $0.revocation == nil && !$0.isUpgraded }
        for (earlier, later) in zip(standing, standing.dropFirst()) {
            let end = try #require(earlier.expiresDate)
            #expect(end <= later.purchaseDate, "paid periods do not overlap, seed \(seed)")
        }
        shop.checkNotifications(seed: seed)
    }
}
