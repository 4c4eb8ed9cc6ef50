// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import HTTPService
import StoreEngine
import StoreHost

extension ControlAPI {
    /// How many transactions or notifications one answer holds at most.
    private static let pageSize = 1000

    /// What the store is.
    struct Description: Encodable {
        var bundleId: String
        var environment: String
        var clock: Clock
        var settings: Settings
        /// How many accounts, products, transactions, subscriptions and notifications there are.
        var counts: [String: Int]
    }

    /// The store's switches.
    struct Settings: Encodable {
        var timeRate: String
        var storefront: String
        var billingRetryOnRenewal: Bool
        var gracePeriodDays: Int?

        init(_ settings: StoreSettings) {
            timeRate = settings.timeRate.name
            storefront = settings.storefront
            billingRetryOnRenewal = settings.billingRetryOnRenewal
            gracePeriodDays = settings.gracePeriodDays
        }
    }

    func description() -> Description {
        let clock = clock()
        return host.read { engine in
            Description(
                bundleId: engine.identity.bundleID, environment: engine.identity.environment.rawValue, clock: clock,
                settings: Settings(engine.settings),
                counts: [
                    "accounts": engine.accounts.count, "products": engine.catalogue.items.count,
                    "transactions": engine.transactions.count, "subscriptions": engine.subscriptions.count,
                    "notifications": notifications.count,
                ])
        }
    }

    func products() -> [String: [ProductSummary]] {
        host.read { engine in ["products": engine.catalogue.items.map(ProductSummary.init)] }
    }

    func accounts() -> [String: [AccountSummary]] {
        let labels = accountLabels()
        return host.read { engine in
            ["accounts": engine.accounts.map { AccountSummary($0, labels: labels) }]
        }
    }

    func subscriptions() -> [String: [SubscriptionSummary]] {
        let labels = accountLabels()
        return host.read { engine in
            let subscriptions = engine.accounts.flatMap(\.subscriptions).map { engine[$0] }
            return [
                "subscriptions": subscriptions.map { SubscriptionSummary($0, labels: labels, engine: engine) }
            ]
        }
    }

    /// A page of a list; the next one begins after the number or identifier of its last element.
    struct Page<Key: CodingKey, Element: Encodable>: Encodable {
        var elements: [Element]
        var hasMore: Bool
        let key: Key

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: PageKey.self)
            try container.encode(elements, forKey: PageKey(stringValue: key.stringValue))
            try container.encode(hasMore, forKey: PageKey(stringValue: "hasMore"))
        }
    }
}
