// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import StoreLink

extension Product.SubscriptionInfo {
    /// The time between payments.
    public typealias BillingPeriod = Product.SubscriptionPeriod

    /// One way to pay for a subscription.
    public struct PricingTerms: Hashable, Sendable {
        /// How it is billed.
        public let billingPlanType: BillingPlanType
        /// The time between payments.
        public let billingPeriod: BillingPeriod
        /// One payment, in the storefront's currency.
        public let billingPrice: Decimal
        /// ``billingPrice`` as the storefront writes it.
        public let billingDisplayPrice: String
        /// What the customer commits to.
        public let commitmentInfo: CommitmentInfo
        /// The offers for those who pay this way.
        public let subscriptionOffers: [Product.SubscriptionOffer]

        /// The offers of one type for those who pay this way.
        public subscript(offers type: Product.SubscriptionOffer.OfferType) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }
    }

    /// What a customer commits to, all payments together.
    public struct CommitmentInfo: Hashable, Sendable {
        /// All payments together, in the storefront's currency.
        public let price: Decimal
        /// ``price`` as the storefront writes it.
        public let displayPrice: String
        /// How long the commitment lasts.
        public let period: SubscriptionPeriod
    }
}

extension Product.SubscriptionInfo.PricingTerms {
    init?(
        _ terms: PricingTermsRecord, of subscription: SubscriptionRecord, commitment: Product.SubscriptionPeriod,
        prices: PriceFormat
    ) {
        guard let period = Product.SubscriptionPeriod(iso8601: terms.period) else { return nil }
        func offers(
            _ records: [OfferRecord], _ type: Product.SubscriptionOffer.OfferType
        ) -> [Product.SubscriptionOffer] {
            records.filter { $0.billingPlan == nil || $0.billingPlan == terms.billingPlan }
                .compactMap { Product.SubscriptionOffer($0, type: type, prices: prices) }
        }
        self.init(
            billingPlanType: .init(rawValue: terms.billingPlan), billingPeriod: period,
            billingPrice: Decimal(milliunits: terms.price), billingDisplayPrice: prices.text(milliunits: terms.price),
            commitmentInfo: .init(
                price: Decimal(milliunits: terms.commitmentPrice),
                displayPrice: prices.text(milliunits: terms.commitmentPrice), period: commitment),
            subscriptionOffers: offers(terms.introductoryOffer.map { [$0] } ?? [], .introductory)
                + offers(subscription.promotionalOffers, .promotional) + offers(subscription.winBackOffers, .winBack))
    }
}
