// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreConfiguration

/// A wish to buy that a customer had in the App Store, handed to the app to fulfil.
package struct PurchaseIntentRecord: Codable, Sendable, Hashable {
    package let account: AccountID
    package let product: Catalogue.ProductIndex
    /// The offer that the customer chose with it.
    package let offer: OfferRequest?
}

extension Engine {
    /// What a customer does who chooses a product, or a win-back offer, in the App Store.
    ///
    /// With streamlined purchasing it is bought there and then and reaches the app as an update. Without, nothing is
    /// bought: the app gets an intent and sells it itself, or not.
    mutating func choose(
        _ purchase: Command.Purchase, isStreamlined: Bool, emit: Emit
    ) throws(Refusal) -> Outcome {
        var purchase = purchase
        purchase.device = nil
        guard !isStreamlined else { return .purchased(try buy(purchase, emit: emit)) }
        let product = try checkOrder(purchase)
        if case .subscription(let details) = catalogue[product] {
            // An offer that the customer may not have is not shown to them either.
            let held = subscription(of: purchase.account, group: details.groupID)
            let plan = try billingPlan(for: purchase, of: product, held: held)
            _ = try grant(for: purchase, of: product, plan: plan, held: held)
        }
        emit(
            .purchaseIntent(
                PurchaseIntentRecord(account: purchase.account, product: product, offer: purchase.offer)))
        return .done
    }
}
