// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import StoreKit

/// What a purchase is made with.
public struct PurchaseOptions: Hashable, Sendable {
    /// How many; more than one only of consumables and non-renewing subscriptions.
    public var quantity: Int
    /// The customer's identifier in the app's own system, kept with the transaction for good.
    public var appAccountToken: UUID?
    /// The offer to buy with; without one the store applies an introductory offer by itself.
    public var offer: AskedOffer?
    /// Options of StoreKit that the kit has no name for.
    public var others: Set<Product.PurchaseOption>

    /// Creates options.
    public init(
        quantity: Int = 1, appAccountToken: UUID? = nil, offer: AskedOffer? = nil,
        others: Set<Product.PurchaseOption> = []
    ) {
        self.quantity = quantity
        self.appAccountToken = appAccountToken
        self.offer = offer
        self.others = others
    }

    /// The options as StoreKit takes them.
    var storeKitOptions: Set<Product.PurchaseOption> {
        var options = others
        if quantity != 1 { options.insert(.quantity(quantity)) }
        if let appAccountToken { options.insert(.appAccountToken(appAccountToken)) }
        options.formUnion(offer?.storeKitOptions ?? [])
        return options
    }
}
