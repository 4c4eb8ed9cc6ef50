// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

extension SubscriptionService {
    /// Buys what the customer chose in the App Store, with the win-back offer they chose.
    ///
    /// It waits no more afterwards, unless the purchase failed: then the customer may try again. A promotional offer has
    /// to be signed by the app's server: pass it in the options.
    ///
    /// - Returns: How it ended; `nil` when it failed, and ``lastError`` tells why.
    @discardableResult
    public func fulfil(_ intent: PurchaseIntent, options: PurchaseOptions = PurchaseOptions()) async
        -> PurchaseOutcome?
    {
        var options = options
        if options.offer == nil, let offer = intent.offer, offer.type == .winBack { options.offer = .winBack(offer) }
        guard let outcome = await purchase(intent.product, options: options) else { return nil }
        dismiss(intent)
        return outcome
    }

    /// Lets go of what the customer chose in the App Store, without buying it.
    public func dismiss(_ intent: PurchaseIntent) {
        // Only this one: the customer may have chosen the product again meanwhile, with another offer.
        changeIntents { $0.removeAll { $0 == intent } }
    }

    /// Lets an intent wait until a view buys or dismisses it; what was chosen last of a product is what is wanted.
    func receive(_ intent: PurchaseIntent) {
        changeIntents { intents in
            intents.removeAll { $0.product.id == intent.product.id }
            intents.append(intent)
        }
    }
}
