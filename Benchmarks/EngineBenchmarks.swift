// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine

/// What the life of many subscribers costs.
enum EngineBenchmarks {
    private static let subscribers = 1_000_000
    private static let start = StoreInstant(milliseconds: 1_767_225_600_000)  // 2026-01-01T00:00:00Z
    private static let day: Int64 = 86_400_000

    /// A year of a million monthly subscribers, against ten thousand of them: linear growth is a ratio of 1.
    ///
    /// One renewal in twenty fails and is paid a week later; one purchase in fifty is refunded.
    static func year() throws -> [Outcome] {
        let sizes = [subscribers / 100, subscribers / 10, subscribers]
        var rates: [Double] = []
        return try sizes.map { size in
            let (seconds, renewals) = try run(subscribers: size)
            let rate = Double(renewals) / seconds
            rates.append(rate)
            return Outcome(
                value: rate, unit: "periods/s",
                reference:
                    "the same with \(sizes[0]) subscribers; \(size) took \(Int(seconds * 1000)) ms, peak memory \(peakMegabytes()) MB",
                referenceValue: rates[0])
        }
    }

    /// The time is the processor's, so that what else happens on the machine does not count.
    private static func run(subscribers: Int) throws -> (seconds: Double, periods: Int) {
        var random = SeededGenerator(seed: 42)
        var engine = Engine(
            catalogue: Catalogue(SampleCatalogue.configuration), identity: SampleCatalogue.identity, seed: 1,
            startingAt: start)
        var effects = 0
        let before = processorSeconds()
        // Everybody subscribes in the first month, at a time of their own.
        let step = 28 * day / Int64(subscribers)
        for number in 0..<subscribers {
            let time = start + Int64(number) * step
            let outcome = try engine.apply(.openAccount(storefront: nil), at: time) { _ in effects += 1 }
            guard case .account(let account) = outcome else { continue }
            _ = try engine.apply(.purchase(.init(account: account, productID: SampleCatalogue.monthly)), at: time) {
                _ in
                effects += 1
            }
        }
        var settings = engine.settings
        for day in 29..<(12 * 30) as Range<Int64> {
            let morning = start + day * Self.day
            // One day in twenty the bank is closed.
            settings.billingRetryOnRenewal = day % 20 == 0
            _ = try engine.apply(.configure(settings), at: morning) { _ in effects += 1 }
            engine.advance(to: morning + (Self.day - 1)) { _ in effects += 1 }
            if day % 20 == 7 {
                for subscription in engine.subscriptions where subscription.state.status == .billingRetry {
                    _ = try engine.apply(.resolveBillingIssue(subscription: subscription.index), at: engine.now) {
                        _ in
                        effects += 1
                    }
                }
            }
            for _ in 0..<subscribers / 50 / 12 / 30 {
                let index = engine.transactions[Int.random(in: 0..<engine.transactions.count, using: &random)].index
                _ = try? engine.apply(.refund(transaction: index, reason: .refundedForOtherReason), at: engine.now) {
                    _ in
                    effects += 1
                }
            }
        }
        return (processorSeconds() - before, engine.transactions.count)
    }

    private static func processorSeconds() -> Double {
        let time = usage().ru_utime
        return Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }

    private static func peakMegabytes() -> Int {
        usage().ru_maxrss / 1024
    }

    private static func usage() -> rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage
    }
}
