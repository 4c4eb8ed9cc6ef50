// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

/// Random histories. `OPENSTOREKIT_HISTORIES` asks for more of them.
@Suite struct HistoryPropertyTests {
    static let count = ProcessInfo.processInfo.environment["OPENSTOREKIT_HISTORIES"].flatMap(Int.init) ?? 400

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

    @Test("The same seed gives the same history, and time moved in several steps gives the same facts")
    func deterministic() throws {
        for seed in 0..<UInt64(Self.count) {
            let shop = try Self.play(seed: seed)
            #expect(try Self.play(seed: seed).effects == shop.effects, "seed \(seed)")
            #expect(try Self.play(seed: seed, splittingTime: true).effects == shop.effects, "seed \(seed)")
        }
    }

    @Test("Whatever happens, the ledger stays whole")
    func invariants() throws {
        for seed in 0..<UInt64(Self.count) {
            let shop = try Self.play(seed: seed)
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
            for case .notification(let record) in shop.effects {
                let subscription = record.renewal?.subscription
                #expect(subscription == nil || record.transaction != nil, "seed \(seed)")
                #expect(record.transaction.map { $0.purchaseDate <= record.date } ?? true, "seed \(seed)")
            }
        }
    }
}
