// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import StoreLink

extension Product {
    /// What only an auto-renewable subscription has.
    public struct SubscriptionInfo: Hashable, Sendable {
        /// The offer for new customers, whether or not this customer may have it.
        public let introductoryOffer: SubscriptionOffer?
        /// The offers that the developer hands out.
        public let promotionalOffers: [SubscriptionOffer]
        /// The offers that the store makes to former subscribers.
        public let winBackOffers: [SubscriptionOffer]
        /// The group the subscription belongs to; a customer holds one of a group at a time.
        public let subscriptionGroupID: String
        /// The time between renewals.
        public let subscriptionPeriod: SubscriptionPeriod
        /// The level of service in the group; a lower number is a higher level.
        public let groupLevel: Int
        /// The group's name in the customer's language.
        public let groupDisplayName: String
        /// The ways to pay for it, one for each billing plan on sale.
        public let pricingTerms: [PricingTerms]
    }
}

extension Product.SubscriptionInfo {
    init?(_ record: SubscriptionRecord, prices: PriceFormat) {
        guard let period = Product.SubscriptionPeriod(iso8601: record.period) else { return nil }
        self.init(
            introductoryOffer: record.introductoryOffer.flatMap { offer in
                Product.SubscriptionOffer(offer, type: .introductory, prices: prices)
            },
            promotionalOffers: record.promotionalOffers.compactMap { offer in
                Product.SubscriptionOffer(offer, type: .promotional, prices: prices)
            },
            winBackOffers: record.winBackOffers.compactMap { offer in
                Product.SubscriptionOffer(offer, type: .winBack, prices: prices)
            },
            subscriptionGroupID: record.groupID, subscriptionPeriod: period, groupLevel: record.groupLevel,
            groupDisplayName: record.groupDisplayName,
            pricingTerms: record.pricingTerms.compactMap { terms in
                PricingTerms(terms, of: record, commitment: period, prices: prices)
            })
    }
}

extension Product.SubscriptionInfo {
    /// Whether the customer may have an introductory offer in this subscription's group, if there is one.
    public var isEligibleForIntroOffer: Bool {
        get async { await Self.isEligibleForIntroOffer(for: subscriptionGroupID) }
    }

    /// Whether the customer may have an introductory offer in a group, if the group has one.
    ///
    /// True until the customer has used an introductory offer of the group, except while they subscribe to it.
    public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
        await StoreCenter.current.isEligibleForIntroductoryOffer(groupID: groupID)
    }

    /// The statuses in this subscription's group: none if the customer never subscribed, several with Family Sharing.
    public var status: [Status] {
        get async throws { try await Self.status(for: subscriptionGroupID) }
    }

    /// The statuses in a group: none if the customer never subscribed, several with Family Sharing.
    ///
    /// The customer's own subscription comes before those of family members.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public static func status(for groupID: String) async throws -> [Status] {
        try await StoreCenter.current.readStatus { $0.statuses(groupID: groupID) }
    }

    /// The status of the subscription that a transaction belongs to; `nil` for anything but a subscription.
    ///
    /// - Throws: ``StoreKitError`` when the store cannot be asked.
    public static func status(transactionID: UInt64) async throws -> SubscriptionStatus? {
        try await StoreCenter.current.readStatus { $0.status(transactionID: transactionID) }
    }
}
