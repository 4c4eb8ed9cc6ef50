// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import Testing

/// A store with a family in it: the organiser, and members that have joined.
struct Household {
    private(set) var shop: Shop
    let family: FamilyID
    let organiser: AccountID
    private(set) var members: [AccountID] = []

    init(members: Int = 1, settings: StoreSettings = StoreSettings(), seed: UInt64 = 1) throws {
        shop = try Shop(configuration: Self.configuration, settings: settings, seed: seed)
        organiser = shop.customer
        guard case .family(let family) = try shop.perform(.openFamily(organiser: organiser)) else {
            throw Refusal.unexpected
        }
        self.family = family
        for _ in 0..<members {
            let account = try openAccount()
            try join(account)
        }
    }

    var engine: Engine { shop.engine }

    var member: AccountID { members[0] }

    mutating func openAccount() throws -> AccountID {
        guard case .account(let account) = try shop.perform(.openAccount(storefront: nil)) else {
            throw Refusal.unexpected
        }
        return account
    }

    mutating func join(_ account: AccountID) throws {
        try shop.perform(.joinFamily(family, account: account))
        members.append(account)
    }

    @discardableResult
    mutating func buy(_ productID: String, as account: AccountID) throws -> TransactionRecord {
        guard case .purchased(let index) = try shop.perform(.purchase(.init(account: account, productID: productID)))
        else { throw Refusal.unexpected }
        return engine[index]
    }

    @discardableResult
    mutating func perform(_ command: Command) throws(Refusal) -> Outcome {
        try shop.perform(command)
    }

    mutating func advance(to text: String) { shop.advance(to: text) }

    mutating func advance(to time: StoreInstant) { shop.advance(to: time) }

    mutating func takeEffects() -> [Effect] { shop.takeEffects() }

    func transactions(of account: AccountID) -> [TransactionRecord] {
        engine.transactions(of: account).map { engine[$0] }
    }

    /// What an account has of its own in the group `home`.
    func own(_ account: AccountID) throws -> Subscription {
        try #require(engine.subscription(of: account, group: "home"))
    }

    /// What an account has through others in the group `home`.
    func shared(_ account: AccountID) throws -> Subscription {
        try #require(engine.familySubscription(of: account, group: "home"))
    }

    /// The notifications about one account, as `TYPE` or `TYPE/SUBTYPE`.
    func notifications(about account: AccountID) -> [String] {
        shop.effects.compactMap { effect in
            guard case .notification(let record) = effect, record.transaction?.account == account else { return nil }
            return [record.type.rawValue, record.subtype?.rawValue].compactMap(\.self).joined(separator: "/")
        }
    }

    static let configuration: StoreKitConfiguration = {
        func subscription(_ id: String, level: Int, _ price: Int64, isShareable: Bool = true)
            -> StoreKitConfiguration.Subscription
        {
            .init(
                product: .init(
                    id: id, type: .autoRenewableSubscription, price: .init(milliunits: price),
                    isFamilyShareable: isShareable),
                groupID: "home", groupNumber: level, period: Shop.period("P1M"),
                introductoryOffers: [
                    .init(
                        kind: .introductory, paymentMode: .freeTrial, period: Shop.period("P1W"), periodCount: 1,
                        price: .init(milliunits: 0))
                ])
        }
        return StoreKitConfiguration(
            version: .init(major: 4, minor: 0),
            products: [
                .init(id: "coins", type: .consumable, price: .init(milliunits: 990)),
                .init(id: "lifetime", type: .nonConsumable, price: .init(milliunits: 99_000), isFamilyShareable: true),
                .init(id: "theme", type: .nonConsumable, price: .init(milliunits: 1990)),
            ],
            subscriptionGroups: [
                .init(
                    id: "home", name: "Home",
                    subscriptions: [
                        subscription("big", level: 1, 19_990), subscription("basic", level: 2, 9990),
                        subscription("solo", level: 3, 4990, isShareable: false),
                        subscription("solo.big", level: 0, 29_990, isShareable: false),
                    ])
            ])
    }()
}
