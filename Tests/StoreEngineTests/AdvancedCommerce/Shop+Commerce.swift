// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import AppStoreModel
import Foundation
import StoreConfiguration
import StoreEngine

// Purchases of the Advanced Commerce API: a news bundle of two items by the month.

extension Shop {
    static let generic = "generic"
    static let charge = "generic.charge"

    static let commerce: StoreKitConfiguration = {
        var configuration = Shop.configuration
        configuration.products.append(.init(id: charge, type: .consumable, price: .init(milliunits: 0)))
        configuration.subscriptionGroups.append(
            .init(
                id: generic, name: generic,
                subscriptions: [
                    .init(
                        product: .init(id: generic, type: .autoRenewableSubscription, price: .init(milliunits: 0)),
                        groupID: generic, groupNumber: 1, period: period("P1M"))
                ]))
        return configuration
    }()

    static func reference(_ number: UInt64) -> AdvancedCommerceRequestInfo {
        var random = SeededGenerator(seed: number)
        return AdvancedCommerceRequestInfo(requestReferenceId: random.nextUUID())
    }

    /// A reference that no request of this shop has had.
    func nextReference() -> AdvancedCommerceRequestInfo {
        Self.reference(UInt64(journal.entries.count) + 1000)
    }

    static func item(
        _ sku: String, _ price: Int64, offer: AdvancedCommerceOffer? = nil
    ) throws -> AdvancedCommerceSubscriptionCreateItem {
        try AdvancedCommerceSubscriptionCreateItem(
            sku: sku, description: "The \(sku)", displayName: sku, price: price, offer: offer)
    }

    /// News for 2.99 and sports for 7.99, or what is given.
    static func creation(
        _ items: [AdvancedCommerceSubscriptionCreateItem]? = nil, info: AdvancedCommerceRequestInfo,
        period: AdvancedCommercePeriod = .p1M
    ) throws -> AdvancedCommerceSubscriptionCreateRequest {
        try AdvancedCommerceSubscriptionCreateRequest(
            currency: "USD", descriptors: AdvancedCommerceDescriptors(description: "All of it", displayName: "Bundle"),
            items: items ?? [item("NEWS", 2990), item("SPORTS", 7990)], period: period, requestInfo: info,
            taxCode: "C003-00-1", storefront: "USA")
    }

    @discardableResult
    mutating func order(
        _ operation: AdvancedCommerceOperation, _ productID: String = generic
    ) throws -> TransactionRecord {
        var purchase = Command.Purchase(account: customer, productID: productID)
        purchase.advancedCommerce = operation
        guard case .purchased(let index) = try perform(.purchase(purchase)) else { throw Refusal.unexpected }
        return engine[index]
    }

    @discardableResult
    mutating func create(
        _ items: [AdvancedCommerceSubscriptionCreateItem]? = nil, period: AdvancedCommercePeriod = .p1M
    ) throws -> TransactionRecord {
        try order(.createSubscription(Self.creation(items, info: nextReference(), period: period)))
    }

    @discardableResult
    mutating func ask(
        _ request: AdvancedCommerceCommand.Request, about transaction: TransactionIndex? = nil
    ) throws -> TransactionRecord {
        let command = AdvancedCommerceCommand(request, for: try transaction ?? bundle.latest)
        guard case .purchased(let index) = try perform(.advancedCommerce(command)) else { throw Refusal.unexpected }
        return engine[index]
    }

    /// The customer's subscription of the API.
    var bundle: Subscription {
        get throws {
            guard let found = engine.subscription(of: customer, group: Self.generic) else { throw Refusal.unexpected }
            return found
        }
    }

    mutating func rename(_ name: String, effective: AdvancedCommerceEffective = .immediately) throws {
        let descriptors = try AdvancedCommerceSubscriptionChangeMetadataDescriptors(
            effective: effective, displayName: name)
        try ask(
            .changeMetadata(
                AdvancedCommerceSubscriptionChangeMetadataRequest(
                    requestInfo: nextReference(), descriptors: descriptors)))
    }

    mutating func changePrice(_ sku: String = "NEWS", to price: Int64, dependents: [String]? = nil) throws {
        let item = try AdvancedCommerceSubscriptionPriceChangeItem(sku: sku, price: price, dependentSKUs: dependents)
        try ask(
            .changePrice(
                AdvancedCommerceSubscriptionPriceChangeRequest(requestInfo: nextReference(), items: [item])))
    }

    @discardableResult
    mutating func migrate(to target: String = generic) throws -> TransactionRecord {
        let subscription = try subscription
        return try ask(
            .migrate(
                AdvancedCommerceSubscriptionMigrateRequest(
                    requestInfo: nextReference(),
                    descriptors: AdvancedCommerceSubscriptionMigrateDescriptors(
                        description: "All of it", displayName: "Bundle"),
                    items: [
                        AdvancedCommerceSubscriptionMigrateItem(
                            sku: "NEWS", description: "The news", displayName: "News")
                    ], targetProductId: target, taxCode: "C003-00-1")), about: subscription.latest)
    }

    mutating func refund(
        _ sku: String, _ type: AdvancedCommerceRefundType = .full, amount: Int32? = nil, revoke: Bool = true,
        reason: AdvancedCommerceRefundReason = .legal, asks: Bool = false, of transaction: TransactionIndex? = nil
    ) throws {
        let item = try AdvancedCommerceRequestRefundItem(
            sku: sku, refundReason: reason, refundType: type, revoke: revoke, refundAmount: amount)
        try ask(
            .requestRefund(
                AdvancedCommerceRequestRefundRequest(
                    items: [item], refundRiskingPreference: asks, requestInfo: nextReference())), about: transaction)
    }

    func info(of record: TransactionRecord) -> AdvancedCommerceTransactionInfo? {
        engine.payload(of: record, signedAt: engine.now).advancedCommerceInfo
    }

    var bundleInfo: JWSRenewalInfoDecodedPayload {
        get throws { engine.payload(of: engine.renewal(of: try bundle), signedAt: engine.now) }
    }
}

/// The number of the Advanced Commerce API with which something is refused; `nil` when it is not.
func refusal(_ body: () throws -> Void) -> AdvancedCommerceAPIError? {
    do {
        try body()
        return nil
    } catch {
        return (error as? Refusal)?.advancedCommerceError
    }
}
