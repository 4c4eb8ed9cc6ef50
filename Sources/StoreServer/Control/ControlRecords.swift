// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine
import StoreHost

// What the control API shows of the store's records: short, all times in milliseconds since 1970 UTC, all prices in
// thousandths of the currency's unit.

/// A product on sale.
struct ProductSummary: Encodable {
    var id: String
    var type: String
    var displayName: String?
    /// In the store's own storefront.
    var price: Int64
    var isOnSale: Bool
    var subscriptionGroup: String?
    /// 1 is the highest level of service.
    var groupLevel: Int?
    /// ISO 8601.
    var period: String?

    init(_ item: Catalogue.Item, engine: Engine) {
        let index = engine.catalogue.index(of: item.product.id)
        let storefront = Storefront.named(engine.settings.storefront) ?? .unitedStates
        id = item.product.id
        type = Engine.type(of: item.product).rawValue
        displayName = item.product.localizations.first?.displayName ?? item.product.referenceName
        price = index.map { engine.price(of: $0, in: storefront) } ?? item.product.price.milliunits
        isOnSale = index.map(engine.isOnSale) ?? false
        if case .subscription(let subscription) = item {
            subscriptionGroup = subscription.groupID
            groupLevel = subscription.groupNumber
            period = subscription.period.iso8601
        }
    }
}

/// A customer.
struct AccountSummary: Encodable {
    var account: String
    var appTransactionId: String
    var storefront: String
    var openedAt: Int64
    var transactions: Int
    var subscriptions: Int
    var asksToBuy: Bool
    var devices: [String]
    /// The number of the family.
    var family: String?

    init(_ account: Account, labels: AccountLabels, devices: [UUID: AccountID], engine: Engine) {
        self.account = labels[account.id]
        appTransactionId = account.appTransactionID
        storefront = account.storefront.countryCode
        openedAt = account.openedAt.milliseconds
        transactions = engine.transactions(of: account.id).count
        subscriptions = account.subscriptions.count
        asksToBuy = account.asksToBuy
        self.devices = devices.filter { $1 == account.id }.map { $0.key.uuidString.lowercased() }.sorted()
        family = engine.families.family(of: account.id).map { String($0.id.value) }
    }
}

/// A purchase or renewal.
struct TransactionSummary: Encodable {
    var transactionId: String
    var originalTransactionId: String
    /// As it stands on the customer's receipt; what is shared was not ordered.
    var orderId: String?
    var account: String
    var productId: String
    var purchaseDate: Int64
    var expiresDate: Int64?
    var quantity: Int32
    var price: Int64
    var storefront: String
    var reason: String
    var revocationDate: Int64?
    var isUpgraded: Bool
    var isFinished: Bool

    init(_ record: TransactionRecord, labels: AccountLabels, engine: Engine) {
        transactionId = engine.identifier(of: record.index)
        originalTransactionId = engine.identifier(of: record.original)
        orderId = record.isFamilyShared ? nil : engine.orderID(of: record.index)
        account = labels[record.account]
        productId = engine.catalogue[record.product].product.id
        purchaseDate = record.purchaseDate.milliseconds
        expiresDate = record.expiresDate?.milliseconds
        quantity = record.quantity
        price = record.price
        storefront = record.storefront.countryCode
        reason = record.reason.rawValue
        revocationDate = record.revocation?.date.milliseconds
        isUpgraded = record.isUpgraded
        isFinished = record.isFinished
    }
}

/// A customer's subscription in a group.
struct SubscriptionSummary: Encodable {
    var originalTransactionId: String
    var latestTransactionId: String
    var account: String
    var subscriptionGroup: String
    var productId: String
    /// `active`, `gracePeriod`, `billingRetry`, `expired` or `revoked`.
    var state: String
    /// When the state ends by itself.
    var until: Int64?
    /// When a state began that does not end.
    var since: Int64?
    var autoRenews: Bool
    /// What it renews into.
    var renewsAs: String?

    init(_ subscription: Subscription, labels: AccountLabels, engine: Engine) {
        originalTransactionId = engine.identifier(of: subscription.original)
        latestTransactionId = engine.identifier(of: subscription.latest)
        account = labels[subscription.account]
        subscriptionGroup = subscription.groupID
        productId = engine.catalogue[subscription.product].product.id
        state = subscription.state.word
        until = subscription.state.deadline?.milliseconds
        switch subscription.state {
        case .expired(let date, _), .revoked(let date): since = date.milliseconds
        case .active, .gracePeriod, .billingRetry: break
        }
        autoRenews = subscription.autoRenews
        renewsAs = subscription.autoRenews ? engine.catalogue[subscription.nextProduct].product.id : nil
    }
}

/// A notification with the facts it carries, unfolded, and how its delivery went.
struct NotificationSummary: Encodable {
    struct Attempt: Encodable {
        var target: String
        var date: Int64
        var result: String
    }

    /// Counts from 1 in the order of the events.
    var number: Int
    var payload: ResponseBodyV2DecodedPayload
    var transactionInfo: JWSTransactionDecodedPayload?
    var renewalInfo: JWSRenewalInfoDecodedPayload?
    var attempts: [Attempt]

    init(_ entry: NotificationLog.Entry) {
        number = entry.number
        payload = entry.draft.body
        transactionInfo = entry.draft.transaction
        renewalInfo = entry.draft.renewalInfo
        attempts = entry.attempts.map { attempt in
            Attempt(
                target: LogLine.address(attempt.target), date: attempt.date.milliseconds,
                result: attempt.result.rawValue)
        }
    }
}
