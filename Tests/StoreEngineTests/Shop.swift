// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine

/// A store with one customer, and what happened in it.
struct Shop {
    static let opening = instant("2026-01-31T10:00:00Z")

    private(set) var engine: Engine
    private(set) var effects: [Effect] = []
    private(set) var journal: Journal
    let customer: AccountID

    init(
        _ configuration: StoreKitConfiguration = configuration, settings: StoreSettings = StoreSettings(),
        seed: UInt64 = 1, opening: StoreInstant = opening
    ) throws {
        journal = Journal(
            opening: .init(
                identity: AppIdentity(bundleID: "com.example.shop", appAppleID: 1234, environment: .sandbox),
                settings: settings, identifiers: .sandbox, seed: seed, date: opening))
        engine = Engine(catalogue: Catalogue(configuration), opening: journal.opening)
        let command = Command.openAccount(storefront: nil)
        guard case .account(let account) = try engine.apply(command, at: opening, emit: { _ in })
        else { throw Refusal.unexpected }
        journal.append(command, at: opening)
        customer = account
    }

    /// Everything since the last call.
    mutating func takeEffects() -> [Effect] {
        defer { effects = [] }
        return effects
    }

    @discardableResult
    mutating func perform(_ command: Command) throws(Refusal) -> Outcome {
        let outcome = try engine.apply(command, at: engine.now) { effects.append($0) }
        journal.append(command, at: engine.now)
        return outcome
    }

    @discardableResult
    mutating func buy(_ productID: String, quantity: Int = 1, token: UUID? = nil) throws -> TransactionRecord {
        let outcome = try perform(
            .purchase(.init(account: customer, productID: productID, quantity: quantity, appAccountToken: token)))
        guard case .purchased(let index) = outcome else { throw Refusal.unexpected }
        return engine[index]
    }

    mutating func advance(to text: String) {
        advance(to: instant(text))
    }

    mutating func advance(to time: StoreInstant) {
        engine.advance(to: time) { effects.append($0) }
    }

    /// The customer's subscription.
    var subscription: Subscription {
        get throws {
            guard let index = engine[customer].subscriptions.first else { throw Refusal.unexpected }
            return engine[index]
        }
    }

    /// The transaction of the customer's present or last period.
    var latest: TransactionRecord {
        get throws { engine[try subscription.latest] }
    }

    /// The notifications since the effects were last taken, as `TYPE` or `TYPE/SUBTYPE`.
    var notifications: [String] {
        effects.compactMap { effect in
            guard case .notification(let record) = effect else { return nil }
            return [record.type.rawValue, record.subtype?.rawValue].compactMap(\.self).joined(separator: "/")
        }
    }

    static let configuration: StoreKitConfiguration = {
        func subscription(
            _ id: String, level: Int, _ period: String, _ price: Int64, introductory: StoreKitConfiguration.Offer? = nil
        ) -> StoreKitConfiguration.Subscription {
            .init(
                product: .init(
                    id: id, type: .autoRenewableSubscription, price: .init(milliunits: price),
                    localizations: [.init(locale: "en_US", displayName: id)]),
                groupID: id.hasPrefix("trial") ? id : "plus", groupNumber: level, period: Self.period(period),
                introductoryOffers: introductory.map { [$0] } ?? [])
        }
        func introductory(
            _ mode: StoreKitConfiguration.Offer.PaymentMode, _ text: String, count: Int = 1, price: Int64 = 0
        ) -> StoreKitConfiguration.Offer {
            .init(
                kind: .introductory, paymentMode: mode, period: period(text), periodCount: count,
                price: .init(milliunits: price))
        }
        let trials = [
            subscription("trial.free", level: 1, "P1M", 9990, introductory: introductory(.freeTrial, "P1W")),
            subscription(
                "trial.asYouGo", level: 1, "P1M", 9990,
                introductory: introductory(.payAsYouGo, "P1M", count: 3, price: 1990)),
            subscription(
                "trial.upFront", level: 1, "P1M", 9990, introductory: introductory(.payUpFront, "P6M", price: 19_990)),
        ]
        return StoreKitConfiguration(
            version: .init(major: 4, minor: 0),
            products: [
                .init(id: "coins", type: .consumable, price: .init(milliunits: 990)),
                .init(id: "lifetime", type: .nonConsumable, price: .init(milliunits: 99_000), isFamilyShareable: true),
            ],
            nonRenewingSubscriptions: [
                .init(id: "season", type: .nonRenewingSubscription, price: .init(milliunits: 4990))
            ],
            subscriptionGroups: [
                .init(
                    id: "plus", name: "Plus",
                    subscriptions: [
                        subscription("pro", level: 1, "P1M", 14_990), subscription("monthly", level: 2, "P1M", 9990),
                        subscription("other", level: 2, "P1M", 8990), subscription("yearly", level: 2, "P1Y", 79_990),
                        subscription("weekly", level: 3, "P1W", 2990),
                    ])
            ] + trials.map { .init(id: $0.groupID, name: $0.groupID, subscriptions: [$0]) })
    }()

    static func period(_ text: String) -> StoreKitConfiguration.Period {
        StoreKitConfiguration.Period(iso8601: text) ?? .init(unit: .month, value: 1)
    }
}

extension Refusal {
    /// What a test throws when the store answered something that cannot be.
    static let unexpected = Unexpected()

    struct Unexpected: Error {}
}

/// Reads a moment such as `2026-01-31T10:00:00Z`.
func instant(_ text: String) -> StoreInstant {
    StoreInstant((try? Date(text, strategy: .iso8601)) ?? .distantPast)
}
