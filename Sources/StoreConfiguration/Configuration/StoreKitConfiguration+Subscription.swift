// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreKitConfiguration {
    /// Subscriptions of which a customer holds at most one at a time.
    public struct SubscriptionGroup: Sendable, Hashable, Identifiable {
        /// The group identifier apps see; unique in a configuration.
        public var id: String
        /// The author's own name for the group.
        public var name: String
        /// Names customers see, at most one a locale.
        public var localizations: [Localization]
        /// The subscriptions in the order of the file, which is not the order of their levels.
        public var subscriptions: [Subscription]

        /// Creates a group.
        public init(
            id: String, name: String, localizations: [Localization] = [], subscriptions: [Subscription] = []
        ) {
            self.id = id
            self.name = name
            self.localizations = localizations
            self.subscriptions = subscriptions
        }
    }

    /// An auto-renewable subscription with its offers.
    public struct Subscription: Sendable, Hashable, Identifiable {
        /// What it has in common with other products; its type is auto-renewable.
        public var product: Product
        /// The identifier of the group that holds it.
        public var groupID: String
        /// The level of service, where 1 is the highest; several subscriptions may share one.
        public var groupNumber: Int
        /// How long one renewal lasts.
        public var period: Period
        /// Offers for customers who are new to the group.
        public var introductoryOffers: [Offer]
        /// Offers the app signs for customers it chooses.
        public var promotionalOffers: [Offer]
        /// Offers behind codes that customers type in.
        public var codeOffers: [Offer]
        /// Offers for customers who left.
        public var winBackOffers: [Offer]
        /// The ways to pay for one period, from version 5.0 on.
        public var billingPlans: [BillingPlan]

        /// The product identifier.
        public var id: String { product.id }
        /// Every offer: introductory, promotional, code and win-back.
        public var offers: [Offer] { introductoryOffers + promotionalOffers + codeOffers + winBackOffers }

        /// Creates a subscription.
        public init(
            product: Product, groupID: String, groupNumber: Int = 1, period: Period, introductoryOffers: [Offer] = [],
            promotionalOffers: [Offer] = [], codeOffers: [Offer] = [], winBackOffers: [Offer] = [],
            billingPlans: [BillingPlan] = []
        ) {
            self.product = product
            self.groupID = groupID
            self.groupNumber = groupNumber
            self.period = period
            self.introductoryOffers = introductoryOffers
            self.promotionalOffers = promotionalOffers
            self.codeOffers = codeOffers
            self.winBackOffers = winBackOffers
            self.billingPlans = billingPlans
        }
    }

    /// A way to pay for a subscription period: at once, or in monthly parts with a commitment.
    public struct BillingPlan: Sendable, Hashable {
        /// The way of paying.
        public var type: BillingPlanType
        /// Xcode's own identifier.
        public var internalID: String
        /// What one payment costs.
        public var price: Price
        /// What all payments of the commitment cost together.
        public var commitmentPrice: Price
        /// Whether the plan is on sale.
        public var isEnabled: Bool

        /// Creates a billing plan; a commitment price left out is the price.
        public init(
            type: BillingPlanType, internalID: String, price: Price, commitmentPrice: Price? = nil,
            isEnabled: Bool = true
        ) {
            self.type = type
            self.internalID = internalID
            self.price = price
            self.commitmentPrice = commitmentPrice ?? price
            self.isEnabled = isEnabled
        }
    }

    /// The word of the format for a way of paying; words this version does not know are kept.
    public struct BillingPlanType: RawRepresentable, Sendable, Hashable {
        /// The whole period at once.
        public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
        /// In monthly parts.
        public static let monthly = BillingPlanType(rawValue: "MONTHLY")

        /// The word as the file has it.
        public var rawValue: String

        /// Creates a type from the file's word.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}
