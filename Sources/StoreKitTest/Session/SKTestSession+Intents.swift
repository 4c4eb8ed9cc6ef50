// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreEngine
public import StoreKit

extension SKTestSession {
    /// Does what the customer does who chooses a product in the App Store, on its page or after an offer there.
    ///
    /// Nothing is bought: the wish arrives on `PurchaseIntent.intents`, and the app sells the product, or does not. What is
    /// bought in the App Store itself is ``buyProduct(identifier:options:)``.
    ///
    /// Only on Linux: Apple's test store is told by opening a URL.
    ///
    /// - Parameters:
    ///   - productIdentifier: The product.
    ///   - offer: A win-back or promotional offer of the product that is chosen with it.
    /// - Throws: ``SKTestError``: `invalidProductIdentifier`, or `invalidAction` when the offer is of another kind or the
    ///   customer may not have it.
    public func chooseInAppStore(productIdentifier: Product.ID, offer: Product.SubscriptionOffer? = nil) throws {
        var purchase = Command.Purchase(account: account, productID: productIdentifier)
        if let offer {
            switch (offer.type, offer.id) {
            case (.winBack, let id?): purchase.offer = .winBack(id: id)
            // The App Store needs no signature of the developer's for what it offers itself.
            case (.promotional, let id?): purchase.offer = .promotional(id: id, proof: .valid)
            default:
                throw SKTestError(
                    .invalidAction, "The App Store shows no offer of type \(offer.type.rawValue) to choose",
                    fix: "Take a win-back or promotional offer, or none: an introductory offer applies by itself.")
            }
        }
        try perform(.chooseInAppStore(purchase, isStreamlined: false))
    }
}
