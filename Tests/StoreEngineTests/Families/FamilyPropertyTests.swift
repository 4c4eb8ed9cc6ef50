// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import Testing

/// Random histories of a family.
@Suite struct FamilyPropertyTests {
    private static let count = ProcessInfo.processInfo.environment["OPENSTOREKIT_HISTORIES"].flatMap(Int.init) ?? 100

    /// Plays a history of up to 60 steps; the same seed plays the same.
    private static func play(seed: UInt64, splittingTime: Bool = false) throws -> Household {
        var random = SeededGenerator(seed: seed)
        var settings = StoreSettings()
        settings.gracePeriodDays = [nil, 3, 28].randomElement(using: &random) ?? nil
        var house = try Household(members: 2, settings: settings, seed: seed)
        let people = [house.organiser] + house.members
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            let person = people.randomElement(using: &random) ?? house.organiser
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3:
                let products = ["coins", "lifetime", "big", "basic", "solo", "solo.big"]
                _ = try? house.buy(products.randomElement(using: &random) ?? "coins", as: person)
            case 3, 4:
                let start = house.engine.now
                let time = start + Int64.random(in: 1...40 * 86_400_000, using: &random)
                if splittingTime { house.advance(to: start + (time - start) / 3) }
                house.advance(to: time)
            case 5:
                let commands: [Command] = [
                    .leaveFamily(account: person), .joinFamily(house.family, account: person),
                    .clearHistory(account: person),
                ]
                if let command = commands.randomElement(using: &random) { _ = try? house.perform(command) }
            case 6:
                guard let own = house.engine.subscription(of: person, group: "home") else { continue }
                let commands: [Command] = [
                    .setAutoRenew(subscription: own.index, Bool.random(using: &random)),
                    .expire(subscription: own.index), .renew(subscription: own.index),
                    .resolveBillingIssue(subscription: own.index),
                ]
                if let command = commands.randomElement(using: &random) { _ = try? house.perform(command) }
            case 7:
                guard let record = house.engine.transactions.randomElement(using: &random) else { continue }
                let commands: [Command] = [
                    .refund(transaction: record.index, reason: .refundedForOtherReason),
                    .setFamilySharing(transaction: record.index, Bool.random(using: &random)),
                    .deleteTransaction(record.index), .finish(account: record.account, transaction: record.index),
                ]
                if let command = commands.randomElement(using: &random) { _ = try? house.perform(command) }
            default:
                settings.billingRetryOnRenewal.toggle()
                try house.perform(.configure(settings))
            }
        }
        return house
    }

    @Test("Time moved in several steps gives the same facts, and so does the journal")
    func deterministic() async throws {
        for seed in 0..<UInt64(Self.count) {
            await Task.yield()
            let house = try Self.play(seed: seed)
            // Compared outside of the expectation, which would print both.
            let isSameInSteps = try Self.play(seed: seed, splittingTime: true).shop.effects == house.shop.effects
            #expect(isSameInSteps, "seed \(seed)")
            var replayed: [Effect] = []
            var engine = try house.shop.journal.replay(configuration: Household.configuration) { replayed.append($0) }
            engine.advance(to: house.engine.now) { replayed.append($0) }
            let isSame = engine == house.engine && replayed == house.shop.effects
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test("Members have access to what is shared with them, to nothing else, and as long as the buyer")
    func access() async throws {
        var shared = 0
        for seed in 0..<UInt64(Self.count) {
            await Task.yield()
            let house = try Self.play(seed: seed)
            let engine = house.engine
            for person in [house.organiser] + house.members {
                let mine = engine[person].subscriptions.map { engine[$0] }
                #expect(mine.count { !$0.isFamilyShared } <= 1 && mine.count { $0.isFamilyShared } <= 1, "seed \(seed)")
                let others = engine.families.family(of: person)?.members.filter { $0 != person } ?? []
                let sources = others.compactMap { engine.subscription(of: $0, group: "home") }.filter(
                    \.state.isEntitled)
                for access in mine where access.isFamilyShared && access.state.isEntitled {
                    shared += 1
                    #expect(
                        sources.contains { $0.state == access.state && $0.product == access.product }, "seed \(seed)")
                    #expect(engine[access.latest].revocation == nil, "seed \(seed)")
                    #expect(engine[access.latest].isFamilyShared, "seed \(seed)")
                }
                let newest = house.transactions(of: person).filter { $0.isFamilyShared && $0.subscription != nil }
                for (earlier, later) in zip(newest, newest.dropFirst()) where earlier.original == later.original {
                    #expect(earlier.purchaseDate <= later.purchaseDate, "seed \(seed)")
                }
                let lifetimes = house.transactions(of: person).filter {
                    $0.isFamilyShared && $0.subscription == nil && $0.revocation == nil
                }
                #expect(lifetimes.count <= 1, "seed \(seed)")
            }
            for record in engine.transactions where record.isFamilyShared { #expect(record.price == 0) }
        }
        #expect(shared > 0)
    }
}
