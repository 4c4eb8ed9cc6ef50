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
        var askToBuy: Bool
        var interruptedPurchases: Bool
        var simulatedErrors: [String: String]

        init(_ settings: StoreSettings) {
            timeRate = settings.timeRate.name
            storefront = settings.storefront
            billingRetryOnRenewal = settings.billingRetryOnRenewal
            gracePeriodDays = settings.gracePeriodDays
            askToBuy = settings.askToBuy
            interruptedPurchases = settings.interruptedPurchases
            simulatedErrors = Dictionary(
                uniqueKeysWithValues: settings.simulatedErrors.map { ($0.rawValue, $1.rawValue) })
        }
    }

    func description() -> Description {
        let clock = clock()
        return host.read { engine in
            Description(
                bundleId: engine.identity.bundleID, environment: engine.identity.environment.rawValue, clock: clock,
                settings: Settings(engine.settings),
                counts: Self.counts(engine, dispatcher))
        }
    }

    /// How many of each thing there are.
    var counts: [String: Int] { Self.counts(of: host, dispatcher) }

    /// How many of each thing there are in a store.
    static func counts(of host: StoreHost, _ dispatcher: NotificationDispatcher) -> [String: Int] {
        host.read { counts($0, dispatcher) }
    }

    private static func counts(_ engine: Engine, _ dispatcher: NotificationDispatcher) -> [String: Int] {
        [
            "accounts": engine.accounts.count, "products": engine.catalogue.items.count,
            "transactions": engine.transactions.count, "subscriptions": engine.subscriptions.count,
            "notifications": dispatcher.sent.count,
        ]
    }

    func products() -> [String: [ProductSummary]] {
        host.read { engine in ["products": engine.catalogue.items.map { ProductSummary($0, engine: engine) }] }
    }

    func accounts() -> [String: [AccountSummary]] {
        let labels = accountLabels()
        let devices = host.devices
        return host.read { engine in
            ["accounts": engine.accounts.map { AccountSummary($0, labels: labels, devices: devices, engine: engine) }]
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

    /// Transactions in the order of purchase.
    struct TransactionPage: Encodable {
        var transactions: [TransactionSummary]
        /// Whether there are more; ask for those `after` the last identifier.
        var hasMore: Bool
    }

    func transactions(_ query: HTTPQuery) throws(ControlFailure) -> TransactionPage {
        let first = try Self.number(query.first("after")).map { $0 + 1 } ?? 0
        let labels = accountLabels()
        return host.read { engine in
            let all = engine.accounts.flatMap { engine.transactions(of: $0.id) }.sorted()
            let rest = all.drop { (UInt64(engine.identifier(of: $0)) ?? 0) < first }
            let page = rest.prefix(Self.pageSize)
            return TransactionPage(
                transactions: page.map { TransactionSummary(engine[$0], labels: labels, engine: engine) },
                hasMore: page.count < rest.count)
        }
    }

    /// Notifications in the order of the events.
    struct NotificationPage: Encodable {
        var notifications: [NotificationSummary]
        /// Whether there are more; ask for those `after` the last number.
        var hasMore: Bool
    }

    func sentNotifications(_ query: HTTPQuery) throws(ControlFailure) -> NotificationPage {
        let after = Int(clamping: try Self.number(query.first("after")) ?? 0)
        let entries = notifications.entries(after: after, limit: Self.pageSize)
        return NotificationPage(
            notifications: entries.map(NotificationSummary.init),
            hasMore: entries.last.map { $0.number < notifications.count } ?? false)
    }

    private static func number(_ text: String?) throws(ControlFailure) -> UInt64? {
        guard let text else { return nil }
        guard let number = UInt64(text), number < UInt64(Int64.max) else {
            throw .badRequest("after=\(text) is no number", fix: "Give the last number of the page before.")
        }
        return number
    }
}
