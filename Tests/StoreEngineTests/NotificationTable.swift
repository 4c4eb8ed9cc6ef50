// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import StoreConfiguration
import StoreEngine
import Testing

/// One row of Apple's table of notifications: a history that sends it, and everything that is sent in it.
struct NotificationRow: Sendable, CustomTestStringConvertible {
    /// `TYPE` or `TYPE/SUBTYPE`.
    let name: String
    /// What the shop sells.
    let configuration: StoreKitConfiguration
    /// What leads up to it; its notifications do not count.
    let before: @Sendable (inout Shop) throws -> Void
    let history: @Sendable (inout Shop) throws -> Void
    /// Everything sent in the history, in order.
    let sent: [String]

    var testDescription: String { name }

    init(
        _ name: String, in configuration: StoreKitConfiguration = Shop.configuration, sent: [String]? = nil,
        after before: @escaping @Sendable (inout Shop) throws -> Void = { _ in },
        _ history: @escaping @Sendable (inout Shop) throws -> Void
    ) {
        self.name = name
        self.configuration = configuration
        self.before = before
        self.history = history
        self.sent = sent ?? [name]
    }

    /// The table: 23 types, 40 combinations.
    static let documented = [
        "SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/RESUBSCRIBE", "DID_RENEW", "DID_RENEW/BILLING_RECOVERY",
        "DID_CHANGE_RENEWAL_PREF/UPGRADE", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED",
        "DID_CHANGE_RENEWAL_STATUS", "OFFER_REDEEMED", "OFFER_REDEEMED/UPGRADE", "OFFER_REDEEMED/DOWNGRADE",
        "DID_FAIL_TO_RENEW/GRACE_PERIOD", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED/VOLUNTARY",
        "EXPIRED/BILLING_RETRY", "EXPIRED/PRICE_INCREASE", "EXPIRED/PRODUCT_NOT_FOR_SALE", "EXPIRED",
        "PRICE_INCREASE/PENDING", "PRICE_INCREASE/ACCEPTED", "ONE_TIME_CHARGE", "REFUND", "REFUND_DECLINED",
        "REFUND_REVERSED", "CONSUMPTION_REQUEST", "REVOKE", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION/SUMMARY",
        "RENEWAL_EXTENSION/FAILURE", "TEST", "EXTERNAL_PURCHASE_TOKEN/CREATED",
        "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER", "EXTERNAL_PURCHASE_TOKEN/UNREPORTED", "RESCIND_CONSENT",
        "METADATA_UPDATE", "MIGRATION", "PRICE_CHANGE",
    ]

    static let all = buying + renewing + changing + redeeming + sharing + moneyAndTime + announced
}

// MARK: - Histories

extension NotificationRow {
    private static let subscribed: @Sendable (inout Shop) throws -> Void = { try $0.buy("monthly") }

    private static let failed: @Sendable (inout Shop) throws -> Void = { try fail(&$0, grace: nil) }

    private static let inGrace: @Sendable (inout Shop) throws -> Void = { try fail(&$0, grace: 16) }

    private static let bought: @Sendable (inout Shop) throws -> Void = { try $0.buy("coins") }

    private static func fail(_ shop: inout Shop, grace days: Int?) throws {
        var settings = shop.engine.settings
        settings.billingRetryOnRenewal = true
        settings.gracePeriodDays = days
        try shop.perform(.configure(settings))
        try shop.buy("monthly")
        shop.advance(to: "2026-02-28T10:00:00Z")
    }

    private static func toPeriodEnd(_ shop: inout Shop) {
        shop.advance(to: "2026-02-28T10:00:00Z")
    }

    private static func bought(in shop: Shop) throws -> TransactionIndex {
        guard let record = shop.engine.transactions.last else { throw Refusal.unexpected }
        return record.index
    }

    static let buying: [Self] = [
        Self("SUBSCRIBED/INITIAL_BUY") { try $0.buy("monthly") },
        Self(
            "SUBSCRIBED/RESUBSCRIBE",
            after: {
                try $0.buy("monthly")
                try $0.perform(.expire(subscription: try $0.subscription.index))
            }
        ) { try $0.buy("weekly") },
        Self("ONE_TIME_CHARGE") { try $0.buy("coins") }, Self("ONE_TIME_CHARGE") { try $0.buy("lifetime") },
        Self("ONE_TIME_CHARGE") { try $0.buy("season") },
        Self("TEST") { try $0.perform(.requestTestNotification) },
    ]

    static let redeeming: [Self] = [
        Self("OFFER_REDEEMED", in: Shop.offers, after: { try $0.buy("gold") }) {
            try $0.promote("gold", "promotional.free")
        },
        Self("OFFER_REDEEMED/UPGRADE", in: Shop.offers, after: { try $0.buy("silver") }) {
            try $0.promote("gold", "promotional.asYouGo")
        },
        Self("OFFER_REDEEMED/DOWNGRADE", in: Shop.offers, after: { try $0.buy("gold") }) {
            try $0.promote("basic", "promotional.free")
        },
    ]

    static let sharing: [Self] = [
        Self("ONE_TIME_CHARGE", after: { try $0.buy("lifetime") }) { _ = try join(&$0) },
        Self("REVOKE", sent: ["ONE_TIME_CHARGE", "REVOKE"], after: { try $0.buy("lifetime") }) {
            try $0.perform(.leaveFamily(account: try join(&$0)))
        },
    ]

    /// Opens a family of the customer and another one, whom it returns.
    private static func join(_ shop: inout Shop) throws -> AccountID {
        guard case .family(let family) = try shop.perform(.openFamily(organiser: shop.customer)) else {
            throw Refusal.unexpected
        }
        let member = try shop.openAccount()
        try shop.perform(.joinFamily(family, account: member))
        return member
    }

    static let renewing: [Self] = [
        Self("DID_RENEW", after: subscribed) { toPeriodEnd(&$0) },
        Self("DID_RENEW/BILLING_RECOVERY", after: failed) {
            try $0.perform(.resolveBillingIssue(subscription: try $0.subscription.index))
        },
        Self("DID_FAIL_TO_RENEW") { try fail(&$0, grace: nil) }.preceded(by: "SUBSCRIBED/INITIAL_BUY"),
        Self("DID_FAIL_TO_RENEW/GRACE_PERIOD") { try fail(&$0, grace: 16) }.preceded(by: "SUBSCRIBED/INITIAL_BUY"),
        Self("GRACE_PERIOD_EXPIRED", after: inGrace) { $0.advance(to: "2026-03-20T00:00:00Z") },
        Self("EXPIRED/BILLING_RETRY", after: failed) { $0.advance(to: "2026-12-01T00:00:00Z") },
        Self(
            "EXPIRED/VOLUNTARY",
            after: {
                try $0.buy("monthly")
                try $0.perform(.setAutoRenew(subscription: try $0.subscription.index, false))
            }
        ) { $0.advance(to: "2026-12-01T00:00:00Z") },
        Self(
            "EXPIRED/PRICE_INCREASE",
            after: {
                try $0.buy("monthly")
                try $0.setPrice(of: "monthly", to: 30_000)
            }
        ) { $0.advance(to: "2026-12-01T00:00:00Z") },
        Self(
            "EXPIRED/PRODUCT_NOT_FOR_SALE",
            after: {
                try $0.buy("monthly")
                try $0.perform(.sale(.withdraw(productID: "monthly")))
            }
        ) { $0.advance(to: "2026-12-01T00:00:00Z") },
        Self("EXPIRED", after: subscribed) {
            try $0.perform(.announce(.lapse(subscription: try $0.subscription.index)))
            $0.advance(to: "2026-12-01T00:00:00Z")
        },
    ]

    static let changing: [Self] = [
        Self("DID_CHANGE_RENEWAL_PREF/UPGRADE", after: subscribed) { try $0.buy("pro") },
        Self("DID_CHANGE_RENEWAL_PREF/UPGRADE", after: subscribed) { try $0.buy("other") },
        Self("DID_CHANGE_RENEWAL_PREF/DOWNGRADE", after: subscribed) { try $0.buy("weekly") },
        Self("DID_CHANGE_RENEWAL_PREF/DOWNGRADE", after: subscribed) { try $0.buy("yearly") },
        Self(
            "DID_CHANGE_RENEWAL_PREF",
            after: {
                try $0.buy("monthly")
                try $0.buy("weekly")
            }
        ) { try $0.buy("monthly") },
        Self("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", after: subscribed) {
            try $0.perform(.setAutoRenew(subscription: try $0.subscription.index, false))
        },
        Self(
            "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
            sent: ["CONSUMPTION_REQUEST", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED"], after: subscribed
        ) {
            try $0.perform(
                .refundDesk(.request(transaction: try bought(in: $0), reason: .fulfillmentIssue, inApp: true)))
        },
        Self(
            "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED",
            after: {
                try $0.buy("monthly")
                try $0.perform(.setAutoRenew(subscription: try $0.subscription.index, false))
            }
        ) { try $0.perform(.setAutoRenew(subscription: try $0.subscription.index, true)) },
        Self(
            "DID_CHANGE_RENEWAL_STATUS",
            after: {
                try $0.buy("monthly")
                try $0.setPrice(of: "monthly", to: 30_000)
            }
        ) { try $0.perform(.priceIncrease(.decline(subscription: try $0.subscription.index))) },
        Self(
            "DID_CHANGE_RENEWAL_STATUS",
            after: {
                try $0.buy("monthly")
                try $0.setPrice(of: "monthly", to: 10_490)
            }
        ) { try $0.perform(.setAutoRenew(subscription: try $0.subscription.index, false)) },
        Self("PRICE_INCREASE/PENDING", after: subscribed) { try $0.setPrice(of: "monthly", to: 30_000) },
        Self("PRICE_INCREASE/ACCEPTED", after: subscribed) { try $0.setPrice(of: "monthly", to: 10_490) },
        Self(
            "PRICE_INCREASE/ACCEPTED",
            after: {
                try $0.buy("monthly")
                try $0.setPrice(of: "monthly", to: 30_000)
            }
        ) { try $0.perform(.priceIncrease(.agree(subscription: try $0.subscription.index))) },
    ]

    static let moneyAndTime: [Self] = [
        Self("CONSUMPTION_REQUEST", after: bought) {
            try $0.perform(
                .refundDesk(.request(transaction: try bought(in: $0), reason: .unintendedPurchase, inApp: true)))
        },
        Self("REFUND", after: bought) {
            try $0.perform(.refund(transaction: try bought(in: $0), reason: .refundedForOtherReason))
        },
        Self("REFUND", after: subscribed) {
            try $0.perform(
                .refundDesk(
                    .grantProrated(transaction: try bought(in: $0), reason: .refundedDueToIssue, percentage: nil)))
            $0.advance(to: "2026-12-01T00:00:00Z")
        },
        Self(
            "REFUND_DECLINED",
            after: {
                try $0.buy("coins")
                try $0.perform(
                    .refundDesk(.request(transaction: try bought(in: $0), reason: .legal, inApp: false)))
            }
        ) { try $0.perform(.refundDesk(.decline(transaction: try bought(in: $0)))) },
        Self(
            "REFUND_REVERSED",
            after: {
                try $0.buy("monthly")
                try $0.perform(.refund(transaction: try bought(in: $0), reason: .refundedForOtherReason))
            }
        ) { try $0.perform(.refundDesk(.reverse(transaction: try bought(in: $0)))) },
        Self("RENEWAL_EXTENDED", after: subscribed) { try $0.extend(5) },
        Self("RENEWAL_EXTENSION/SUMMARY") { try $0.extendAll("monthly") },
        Self(
            "RENEWAL_EXTENSION/SUMMARY", sent: ["RENEWAL_EXTENDED", "RENEWAL_EXTENSION/SUMMARY"], after: subscribed
        ) { try $0.extendAll("monthly") },
        Self(
            "RENEWAL_EXTENSION/FAILURE", sent: ["RENEWAL_EXTENSION/FAILURE", "RENEWAL_EXTENSION/SUMMARY"],
            after: { try $0.buy("trial.free") }
        ) { try $0.extendAll("trial.free") },
    ]

    static let announced: [Self] = [
        Self("EXTERNAL_PURCHASE_TOKEN/CREATED") { _ = try $0.makeToken(.services) },
        Self("EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER", after: { _ = try $0.makeToken(.services) }) {
            try $0.perform(.announce(.remindOfExternalPurchaseToken(id: $0.engine.externalTokens.last?.id ?? "")))
        },
        Self("EXTERNAL_PURCHASE_TOKEN/UNREPORTED") {
            let id = try $0.makeToken(nil)
            try $0.perform(.announce(.missReportOfExternalPurchaseToken(id: id)))
        },
        Self("RESCIND_CONSENT") { try $0.perform(.announce(.rescindConsent(account: $0.customer))) },
        Self("METADATA_UPDATE", in: Shop.commerce, after: { try $0.create() }) { try $0.rename("Renamed") },
        Self("MIGRATION", in: Shop.commerce, after: subscribed) { try $0.migrate() },
        Self("PRICE_CHANGE", in: Shop.commerce, after: { try $0.create() }) { try $0.changePrice(to: 4990) },
    ]

    private func preceded(by other: String) -> Self {
        Self(name, sent: [other] + sent, after: before, history)
    }
}
