// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Buys a product.
package struct PurchaseRequest: Codable, Hashable, Sendable {
    /// The buying device.
    package var device: UUID
    /// The product to buy.
    package var productID: String
    /// How many.
    package var quantity: Int
    /// The app's own identifier of the customer, kept in the transaction.
    package var appAccountToken: UUID?
    /// The offer to buy with; without one the introductory offer is applied by itself.
    package var offer: RequestedOffer?
    /// A compact JWS in which the app's server decides about the introductory offer.
    package var introductoryEligibility: String?
    /// How a subscription is billed, as signed transactions spell it; `nil` leaves it to the store.
    package var billingPlan: String?
    /// Whether the purchase is to wait for approval whatever the account; stores of test sessions do not read it.
    package var simulatesAskToBuy: Bool?
    /// The storefront whose price the customer saw; `nil` buys at the price of any.
    package var storefrontID: String?
    /// The signed request of an Advanced Commerce purchase, a compact JWS.
    package var advancedCommerceRequest: String?
    /// What the app adds for a store to read, by key.
    package var customOptions: [String: CustomOption]?

    /// Creates a request for a product.
    package init(device: UUID, productID: String, quantity: Int = 1, appAccountToken: UUID? = nil) {
        self.device = device
        self.productID = productID
        self.quantity = quantity
        self.appAccountToken = appAccountToken
    }
}

/// The offer a purchase is made with, and what proves that the app may grant it.
package enum RequestedOffer: Codable, Hashable, Sendable {
    /// A promotional offer with a signature in its original form: ECDSA in DER, time in milliseconds since 1970.
    case promotional(id: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int64)
    /// A promotional offer with a compact JWS.
    case promotionalJWS(id: String, jws: String)
    /// A promotional offer without a signature, which only stores of test sessions grant.
    case unsignedPromotional(id: String)
    /// A win-back offer.
    case winBack(id: String)
    /// The offer behind a code, or of a reference name.
    case code(String)
}

/// A value that an app adds to a purchase.
package enum CustomOption: Codable, Hashable, Sendable {
    case text(String)
    case number(Double)
    case truth(Bool)
    case bytes(Data)
}

/// How a purchase ended that was not refused.
package enum PurchaseAnswer: Codable, Hashable, Sendable {
    /// The customer owns the product; the change holds the signed transaction.
    case purchased(TransactionChange)
    /// Somebody has to act first; if they do, the transaction arrives as a change.
    case pending
    /// The customer changed their mind.
    case userCancelled
}
