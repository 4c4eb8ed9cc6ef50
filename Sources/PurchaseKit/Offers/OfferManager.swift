// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

/// Which offers there are, who may have them, and what they are worth.
public struct OfferManager: Sendable {
    /// How an offer is paid for.
    public typealias OfferType = OfferTerms.OfferType

    /// Creates a manager.
    public init() {}

    // MARK: - Introductory

    /// The introductory offer of a product, whether or not this customer may have it.
    public func introductoryOffer(of product: Product) -> OfferTerms? {
        product.subscription?.introductoryOffer.flatMap { OfferTerms($0, of: product) }
    }

    /// Whether the customer may have the introductory offer of a product.
    ///
    /// StoreKit's own answer says nothing about whether there is an offer, is kept for the life of the process on some
    /// systems, and is "yes" when nothing is known. So the customer's history counts too.
    public func introductoryEligibility(for product: Product) async -> OfferEligibility {
        guard let subscription = product.subscription, subscription.introductoryOffer != nil else { return .noOffer }
        return await uncancelled {
            guard let history = await GroupHistory.read(subscription.subscriptionGroupID) else { return .unknown }
            let isEligible = await subscription.isEligibleForIntroOffer
            return isEligible && !history.hadIntroductoryOffer && !history.isSubscribed ? .eligible : .ineligible
        }
    }
}

/// What a customer did in a subscription group.
struct GroupHistory: Sendable {
    var isEmpty = true
    var hadIntroductoryOffer = false
    var isSubscribed = false
    var eligibleWinBackOfferIDs: [String] = []

    /// `nil` when the store cannot be asked.
    static func read(_ groupID: String) async -> Self? {
        guard let statuses = try? await Product.SubscriptionInfo.status(for: groupID) else { return nil }
        var history = Self()
        for reading in statuses.compactMap(StatusReading.init) where !reading.isFamilyShared {
            history.isEmpty = false
            history.isSubscribed = history.isSubscribed || reading.isActive(.standard)
            history.eligibleWinBackOfferIDs += reading.eligibleWinBackOfferIDs
        }
        for await case .verified(let transaction) in Transaction.all {
            guard transaction.subscriptionGroupID == groupID, transaction.ownershipType != .familyShared else {
                continue
            }
            history.isEmpty = false
            if transaction.offer?.type == .introductory { history.hadIntroductoryOffer = true }
        }
        return history
    }
}
