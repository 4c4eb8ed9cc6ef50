// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreLink

/// Something the app sells, worded and priced for the customer's storefront.
public struct Product: Identifiable, Hashable, Sendable {
    /// The product identifier.
    public let id: String
    /// The kind of product.
    public let type: ProductType
    /// The name in the customer's language.
    public let displayName: String
    /// The description in the customer's language.
    public let description: String
    /// The price in the storefront's currency.
    public let price: Decimal
    /// ``price`` as the storefront writes it.
    public let displayPrice: String
    /// Whether family members share a purchase.
    public let isFamilyShareable: Bool
    /// What only an auto-renewable subscription has; `nil` for every other kind.
    public let subscription: SubscriptionInfo?
    let record: ProductRecord
    let storefront: StorefrontRecord

    init(_ record: ProductRecord, storefront: StorefrontRecord) {
        let prices = PriceFormat(storefront)
        self.record = record
        self.storefront = storefront
        id = record.id
        type = ProductType(rawValue: record.type)
        displayName = record.displayName
        description = record.description
        price = Decimal(milliunits: record.price)
        displayPrice = prices.text(milliunits: record.price)
        isFamilyShareable = record.isFamilyShareable
        subscription = record.subscription.flatMap { SubscriptionInfo($0, prices: prices) }
    }

    /// Loads products by their identifiers.
    ///
    /// Identifiers that are not on sale are left out; the order is that of the request, each product once.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked; when none is connected it says how to connect.
    public static func products<Identifiers>(for identifiers: Identifiers) async throws -> [Product]
    where Identifiers: Collection, Identifiers.Element == String {
        try await StoreCenter.current.products(Array(identifiers))
    }

    /// Buys the product.
    ///
    /// Cancelling the task that waits does not cancel the purchase: what the customer agreed to is told all the same.
    ///
    /// - Throws: ``PurchaseError`` when the store refuses, ``StoreKitError`` when it cannot be asked.
    @MainActor
    public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        try await StoreCenter.current.purchase(self, options: options)
    }
}
