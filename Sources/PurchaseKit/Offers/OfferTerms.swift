// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

public import StoreKit

/// What an offer costs and how long it lasts.
public struct OfferTerms: Hashable, Sendable {
    /// How an offer is paid for; the set may grow.
    public enum OfferType: Hashable, Sendable {
        /// Nothing is paid.
        case freeTrial
        /// A lower price in each period of the offer.
        case payAsYouGo
        /// One lower price for the whole offer.
        case payUpFront
    }

    /// A length of time.
    public struct Span: Hashable, Sendable {
        /// What is counted.
        public var unit: Product.SubscriptionPeriod.Unit
        /// How many of them.
        public var value: Int

        /// Creates a length.
        public init(_ value: Int, _ unit: Product.SubscriptionPeriod.Unit) {
            self.unit = unit
            self.value = value
        }

        init(_ period: Product.SubscriptionPeriod) {
            self.init(period.value, period.unit)
        }
    }

    /// How it is paid for.
    public var type: OfferType
    /// The price of one period of the offer, or of the whole of one that is paid up front, as the storefront writes it.
    public var displayPrice: String
    /// One period of the offer.
    public var period: Span
    /// How many periods it lasts.
    public var periodCount: Int
    /// What the subscription costs afterwards, as the storefront writes it.
    public var regularPrice: String
    /// One period of the subscription.
    public var regularPeriod: Span

    /// Creates terms of all their parts.
    public init(
        _ type: OfferType, displayPrice: String, period: Span, periodCount: Int = 1, regularPrice: String,
        regularPeriod: Span
    ) {
        self.type = type
        self.displayPrice = displayPrice
        self.period = period
        self.periodCount = periodCount
        self.regularPrice = regularPrice
        self.regularPeriod = regularPeriod
    }

    /// The terms of an offer of a product; `nil` for a way to pay that is not known yet, or no subscription.
    public init?(_ offer: Product.SubscriptionOffer, of product: Product) {
        guard let subscription = product.subscription else { return nil }
        switch offer.paymentMode {
        case .freeTrial: type = .freeTrial
        case .payAsYouGo: type = .payAsYouGo
        case .payUpFront: type = .payUpFront
        default: return nil
        }
        displayPrice = offer.displayPrice
        period = Span(offer.period)
        periodCount = offer.periodCount
        regularPrice = product.displayPrice
        regularPeriod = Span(subscription.subscriptionPeriod)
    }

    /// How long the whole offer lasts.
    public var length: Span { Span(period.value * max(1, periodCount), period.unit) }
}
