// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreEngine
import StoreHost

extension ControlAPI {
    // MARK: - Buying

    /// What a customer buys outside the app.
    struct PurchaseOrder: Decodable {
        var productId: String
        /// The name a device signs in with; the default customer when there is none.
        var account: String?
        var quantity: Int?
        var appAccountToken: UUID?
    }

    /// Buys outside the app, so that the purchase reaches every device as news.
    func buy(_ order: PurchaseOrder) throws -> TransactionSummary {
        let purchase = Command.Purchase(
            account: host.account(named: order.account), productID: order.productId, quantity: order.quantity ?? 1,
            appAccountToken: order.appAccountToken)
        switch try host.perform(.purchase(purchase)) {
        case .purchased(let index): return summary(of: index)
        case .pending: throw ControlFailure.purchasePending(order.productId)
        default: preconditionFailure("a purchase came to something else")
        }
    }

    // MARK: - Changing what was bought

    /// Whether a subscription shall renew.
    struct AutoRenewSwitch: Decodable {
        var enabled: Bool
    }

    func setAutoRenew(_ order: AutoRenewSwitch, of id: String) throws -> SubscriptionSummary {
        let index = try subscription(id)
        try host.perform(.setAutoRenew(subscription: index, order.enabled))
        let labels = accountLabels()
        return host.read { SubscriptionSummary($0[index], labels: labels, engine: $0) }
    }

    /// Why a purchase is paid back: 0 or 1, as signed transactions number the reasons.
    struct RefundOrder: Decodable {
        var reason: Int32?
    }

    func refund(_ order: RefundOrder, of id: String) throws -> TransactionSummary {
        guard let reason = RevocationReason(rawValue: order.reason ?? 0) else {
            throw ControlFailure.badRequest(
                "There is no reason \(order.reason ?? 0) for a refund",
                fix: "Send 1 for a fault in the app, or 0 for any other reason.")
        }
        guard let record = host.read({ $0.transaction(identifier: id) }) else {
            throw ControlFailure.unknownTransaction(id)
        }
        try host.perform(.refund(transaction: record.index, reason: reason))
        return summary(of: record.index)
    }

    private func summary(of index: TransactionIndex) -> TransactionSummary {
        let labels = accountLabels()
        return host.read { TransactionSummary($0[index], labels: labels, engine: $0) }
    }

    /// Finds a subscription by any of its transactions.
    private func subscription(_ id: String) throws(ControlFailure) -> SubscriptionIndex {
        guard let record = host.read({ $0.transaction(identifier: id) }) else { throw .unknownTransaction(id) }
        guard let index = record.subscription else {
            throw ControlFailure(
                code: Refusal.Code.unknownSubscription.rawValue,
                message: "Transaction \(id) is not of an auto-renewable subscription",
                fix: "Take an identifier from GET /control/v1/subscriptions.", status: 404)
        }
        return index
    }

    // MARK: - Settings

    /// The switches to turn; what is left out stays as it is.
    struct SettingsChange: Decodable {
        var timeRate: String?
        var billingRetryOnRenewal: Bool?
        /// The outer `nil` means left out, the inner one that there shall be no grace period.
        var gracePeriodDays: Int??

        private enum CodingKeys: CodingKey {
            case timeRate, billingRetryOnRenewal, gracePeriodDays
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            timeRate = try container.decodeIfPresent(String.self, forKey: .timeRate)
            billingRetryOnRenewal = try container.decodeIfPresent(Bool.self, forKey: .billingRetryOnRenewal)
            if container.contains(.gracePeriodDays) {
                gracePeriodDays = .some(try container.decodeIfPresent(Int.self, forKey: .gracePeriodDays))
            }
        }
    }

    func configure(_ change: SettingsChange) throws -> Settings {
        var settings = host.read(\.settings)
        if let name = change.timeRate {
            guard let rate = TimeRate(name: name) else {
                throw ControlFailure.badRequest(
                    "There is no time rate \(name)",
                    fix: "Choose one of \(TimeRate.allCases.map(\.name).joined(separator: ", ")).")
            }
            settings.timeRate = rate
        }
        if let fails = change.billingRetryOnRenewal { settings.billingRetryOnRenewal = fails }
        if let days = change.gracePeriodDays {
            // The lengths that App Store Connect offers.
            if let days, ![3, 16, 28].contains(days) {
                throw ControlFailure.badRequest(
                    "A grace period does not last \(days) days", fix: "Choose 3, 16 or 28 days, or null for none.")
            }
            settings.gracePeriodDays = days
        }
        try host.perform(.configure(settings))
        return Settings(settings)
    }
}
