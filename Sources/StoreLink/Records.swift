// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

/// A product as the store shows it to one device: priced and worded for its storefront and language.
package struct ProductRecord: Codable, Hashable, Sendable {
    /// The product identifier.
    package var id: String
    /// The identifier the configuration file gives the product.
    package var internalID: String
    /// The type as signed transactions spell it, for example `Auto-Renewable Subscription`.
    package var type: String
    /// The name in the device's language.
    package var displayName: String
    /// The description in the device's language.
    package var description: String
    /// The price in thousandths of the currency's unit.
    package var price: Int64
    /// Whether family members share a purchase.
    package var isFamilyShareable: Bool
    /// What only an auto-renewable subscription has.
    package var subscription: SubscriptionRecord?

    /// Creates a record from all its parts.
    package init(
        id: String, internalID: String, type: String, displayName: String, description: String, price: Int64,
        isFamilyShareable: Bool, subscription: SubscriptionRecord? = nil
    ) {
        self.id = id
        self.internalID = internalID
        self.type = type
        self.displayName = displayName
        self.description = description
        self.price = price
        self.isFamilyShareable = isFamilyShareable
        self.subscription = subscription
    }
}

/// What only an auto-renewable subscription has.
package struct SubscriptionRecord: Codable, Hashable, Sendable {
    /// The identifier of the subscription group.
    package var groupID: String
    /// The group's name in the device's language.
    package var groupDisplayName: String
    /// The level of service in the group, 1 being the highest.
    package var groupLevel: Int
    /// The time between renewals, ISO 8601.
    package var period: String
    /// The introductory offer, whether or not the customer may have it.
    package var introductoryOffer: OfferRecord?
    /// The promotional offers, in the configuration's order.
    package var promotionalOffers: [OfferRecord]
    /// The win-back offers, in the configuration's order.
    package var winBackOffers: [OfferRecord]
    /// The ways to pay for it that are on sale in the storefront.
    package var pricingTerms: [PricingTermsRecord]

    /// Creates a record from all its parts.
    package init(
        groupID: String, groupDisplayName: String, groupLevel: Int, period: String,
        introductoryOffer: OfferRecord? = nil, promotionalOffers: [OfferRecord] = [],
        winBackOffers: [OfferRecord] = [], pricingTerms: [PricingTermsRecord] = []
    ) {
        self.groupID = groupID
        self.groupDisplayName = groupDisplayName
        self.groupLevel = groupLevel
        self.period = period
        self.introductoryOffer = introductoryOffer
        self.promotionalOffers = promotionalOffers
        self.winBackOffers = winBackOffers
        self.pricingTerms = pricingTerms
    }
}

/// One way to pay for a subscription.
package struct PricingTermsRecord: Codable, Hashable, Sendable {
    /// `BILLED_UPFRONT` or `MONTHLY`, as signed transactions spell it.
    package var billingPlan: String
    /// One payment in thousandths of the currency's unit.
    package var price: Int64
    /// The time between payments, ISO 8601.
    package var period: String
    /// All payments of the commitment together, in thousandths of the currency's unit.
    package var commitmentPrice: Int64
    /// The introductory offer for those who pay this way.
    package var introductoryOffer: OfferRecord?

    /// Creates a record from all its parts.
    package init(
        billingPlan: String, price: Int64, period: String, commitmentPrice: Int64,
        introductoryOffer: OfferRecord? = nil
    ) {
        self.billingPlan = billingPlan
        self.price = price
        self.period = period
        self.commitmentPrice = commitmentPrice
        self.introductoryOffer = introductoryOffer
    }
}

/// A subscription offer as the store shows it.
package struct OfferRecord: Codable, Hashable, Sendable {
    /// The offer identifier; introductory offers have none.
    package var id: String?
    /// `FREE_TRIAL`, `PAY_AS_YOU_GO` or `PAY_UP_FRONT`, as signed transactions spell it.
    package var paymentMode: String
    /// The price of one period in thousandths of the currency's unit, 0 for a free trial.
    package var price: Int64
    /// The length of one period, ISO 8601.
    package var period: String
    /// How many periods the offer lasts.
    package var periodCount: Int
    /// The billing plan that the offer goes with; `nil` goes with any.
    package var billingPlan: String?

    /// Creates a record from all its parts.
    package init(
        id: String? = nil, paymentMode: String, price: Int64, period: String, periodCount: Int,
        billingPlan: String? = nil
    ) {
        self.id = id
        self.paymentMode = paymentMode
        self.price = price
        self.period = period
        self.periodCount = periodCount
        self.billingPlan = billingPlan
    }
}

/// The storefront a device shops in.
package struct StorefrontRecord: Codable, Hashable, Sendable {
    /// The country or region, ISO 3166-1 alpha-3.
    package var countryCode: String
    /// Apple's number for the storefront, for example `143441`.
    package var id: String
    /// The currency its prices are in, ISO 4217.
    package var currency: String
    /// The locale that prices and periods are written in, for example `en_US`.
    package var locale: String

    /// Creates a record from all its parts.
    package init(countryCode: String, id: String, currency: String, locale: String) {
        self.countryCode = countryCode
        self.id = id
        self.currency = currency
        self.locale = locale
    }
}
